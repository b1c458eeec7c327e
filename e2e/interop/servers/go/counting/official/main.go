// A server of the official Go SDK whose one tool adds a line to the file named in COUNT_FILE.
package main

import (
	"context"
	"log"
	"os"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

func count(context.Context, *mcp.CallToolRequest, map[string]any) (*mcp.CallToolResult, any, error) {
	file, err := os.OpenFile(os.Getenv("COUNT_FILE"), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return nil, nil, err
	}
	defer file.Close()
	_, err = file.WriteString("ran\n")
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: "counted"}}}, nil, err
}

func main() {
	server := mcp.NewServer(&mcp.Implementation{Name: "counting", Version: "1.0.0"}, nil)
	mcp.AddTool(server, &mcp.Tool{Name: "count"}, count)
	log.Fatal(server.Run(context.Background(), &mcp.StdioTransport{}))
}
