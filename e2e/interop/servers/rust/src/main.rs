//! A server of Rust's rmcp over standard input and output. Its SDK waits for ever unless a request is given a timeout.
// Sampling is marked deprecated since 2026-07-28 and used here all the same: that is what is tried.
#![allow(deprecated)]
use std::time::Duration;

use rmcp::{
    Peer, RoleServer, ServerHandler, ServiceError, ServiceExt,
    handler::server::wrapper::Parameters,
    model::*,
    service::PeerRequestOptions,
    tool, tool_handler, tool_router,
};
use serde::Deserialize;

#[derive(Deserialize, schemars::JsonSchema)]
struct Input {
    prompt: String,
}

#[derive(Clone)]
struct Server;

fn question(prompt: String) -> CreateMessageRequestParams {
    let mut params = CreateMessageRequestParams::new(vec![SamplingMessage::user_text(prompt)], 200);
    params.system_prompt = Some("You are brief.".into());
    params.temperature = Some(0.7);
    params
}

fn text_of(message: &SamplingMessage) -> String {
    serde_json::to_string(&message.content).unwrap_or_default()
}

#[tool_router]
impl Server {
    #[tool(name = "ask")]
    async fn ask(&self, Parameters(input): Parameters<Input>, peer: Peer<RoleServer>) -> CallToolResult {
        match peer.create_message(question(input.prompt)).await {
            Ok(result) => CallToolResult::success(vec![ContentBlock::text(text_of(&result.message))]),
            Err(ServiceError::McpError(error)) => CallToolResult::error(vec![ContentBlock::text(format!(
                "code {}: {}",
                error.code.0, error.message
            ))]),
            Err(error) => CallToolResult::error(vec![ContentBlock::text(error.to_string())]),
        }
    }

    #[tool(name = "impatient")]
    async fn impatient(&self, Parameters(input): Parameters<Input>, peer: Peer<RoleServer>) -> CallToolResult {
        let request = ServerRequest::CreateMessageRequest(CreateMessageRequest::new(question(input.prompt)));
        let options = PeerRequestOptions::with_timeout(Duration::from_secs(1));
        let said = match peer.send_request_with_option(request, options).await {
            Ok(handle) => handle.await_response().await.map(|_| "answered"),
            Err(error) => Err(error),
        };
        CallToolResult::success(vec![ContentBlock::text(said.unwrap_or("gave up"))])
    }
}

#[tool_handler]
impl ServerHandler for Server {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
    }
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    Server.serve((tokio::io::stdin(), tokio::io::stdout())).await?.waiting().await?;
    Ok(())
}
