// A server of mcp-go whose one tool adds a line to the file named in COUNT_FILE.
package main

import (
	"context"
	"log"
	"os"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

func count(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	file, err := os.OpenFile(os.Getenv("COUNT_FILE"), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	_, err = file.WriteString("ran\n")
	return mcp.NewToolResultText("counted"), err
}

func main() {
	counting := server.NewMCPServer("counting", "1.0.0")
	counting.AddTool(mcp.NewTool("count"), count)
	log.Fatal(server.ServeStdio(counting))
}
