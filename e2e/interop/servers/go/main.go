// A server of the Go SDK: `server stdio | http | sse [PORT]`. Its SDK waits for ever; whoever gives up sets a deadline.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"net/http"
	"os"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type input struct {
	Prompt string `json:"prompt"`
}

func says(text string) *mcp.CallToolResult {
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: text}}}
}

func sample(ctx context.Context, req *mcp.CallToolRequest, prompt string) (*mcp.CreateMessageResult, error) {
	return req.Session.CreateMessage(ctx, &mcp.CreateMessageParams{
		Messages:     []*mcp.SamplingMessage{{Role: "user", Content: &mcp.TextContent{Text: prompt}}},
		SystemPrompt: "You are brief.",
		Temperature:  0.7,
		MaxTokens:    200,
	})
}

func textOf(content mcp.Content) string {
	if text, ok := content.(*mcp.TextContent); ok {
		return text.Text
	}
	return fmt.Sprintf("%T", content)
}

func ask(ctx context.Context, req *mcp.CallToolRequest, in input) (*mcp.CallToolResult, any, error) {
	result, err := sample(ctx, req, in.Prompt)
	var wire *jsonrpc.Error
	if errors.As(err, &wire) {
		said := says(fmt.Sprintf("code %d: %s", wire.Code, err))
		said.IsError = true
		return said, nil, nil
	}
	if err != nil {
		return nil, nil, err
	}
	text, err := json.Marshal(map[string]string{"answer": textOf(result.Content), "model": result.Model})
	return says(string(text)), nil, err
}

func impatient(ctx context.Context, req *mcp.CallToolRequest, in input) (*mcp.CallToolResult, any, error) {
	short, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	result, err := sample(short, req, in.Prompt)
	if err != nil {
		return says("gave up"), nil, nil
	}
	return says(textOf(result.Content)), nil, nil
}

func withTools(ctx context.Context, req *mcp.CallToolRequest, in input) (*mcp.CallToolResult, any, error) {
	params := &mcp.CreateMessageWithToolsParams{
		Messages: []*mcp.SamplingMessageV2{
			{Role: "user", Content: []mcp.Content{&mcp.TextContent{Text: in.Prompt}}},
		},
		MaxTokens: 200,
		Tools: []*mcp.Tool{{
			Name:        "add",
			Description: "Adds two whole numbers.",
			InputSchema: map[string]any{
				"type":       "object",
				"properties": map[string]any{"a": map[string]any{"type": "integer"}, "b": map[string]any{"type": "integer"}},
			},
		}},
	}
	for {
		result, err := req.Session.CreateMessageWithTools(ctx, params)
		if err != nil {
			return nil, nil, err
		}
		results := []mcp.Content{}
		said := ""
		for _, content := range result.Content {
			if use, ok := content.(*mcp.ToolUseContent); ok {
				a, _ := use.Input["a"].(float64)
				b, _ := use.Input["b"].(float64)
				sum := &mcp.TextContent{Text: fmt.Sprint(a + b)}
				results = append(results, &mcp.ToolResultContent{ToolUseID: use.ID, Content: []mcp.Content{sum}})
			} else {
				said += textOf(content)
			}
		}
		if len(results) == 0 {
			return says(fmt.Sprintf("%s (%d messages)", said, len(params.Messages))), nil, nil
		}
		params.Messages = append(params.Messages,
			&mcp.SamplingMessageV2{Role: "assistant", Content: result.Content},
			&mcp.SamplingMessageV2{Role: "user", Content: results})
	}
}

func build() *mcp.Server {
	server := mcp.NewServer(&mcp.Implementation{Name: "go", Version: "1.0.0"}, nil)
	mcp.AddTool(server, &mcp.Tool{Name: "ask"}, ask)
	mcp.AddTool(server, &mcp.Tool{Name: "impatient"}, impatient)
	mcp.AddTool(server, &mcp.Tool{Name: "with-tools"}, withTools)
	return server
}

func main() {
	if os.Args[1] == "stdio" {
		log.Fatal(build().Run(context.Background(), &mcp.StdioTransport{}))
	}
	get := func(*http.Request) *mcp.Server { return build() }
	var handler http.Handler = mcp.NewStreamableHTTPHandler(get, nil)
	if os.Args[1] == "sse" {
		handler = mcp.NewSSEHandler(get, nil)
	}
	log.Fatal(http.ListenAndServe("127.0.0.1:"+os.Args[2], handler))
}
