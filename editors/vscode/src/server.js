// The language server: started as a process of ours, so that what it says when it cannot start can be told with the remedy.
"use strict";

const { spawn } = require("node:child_process");
const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

const SET = "Set the path", AGAIN = "Try again";

/** The command of the setting, in the folder that is open. */
function command() {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? "";
  return vscode.workspace.getConfiguration("rulewright").get("command", "rulewright").replace("${workspaceFolder}", folder);
}

exports.command = command;

/** The process of the server; refused with a sentence where it ends before it speaks. */
function start() {
  return new Promise((resolve, reject) => {
    const made = spawn(command(), ["lsp", "--stdio"]);
    let said = "";
    made.stderr.on("data", (data) => (said += data));
    made.once("error", (fault) => reject(new Error(fault.code === "ENOENT" ? `the command \`${command()}\` is not found` : fault.message)));
    made.once("exit", () => reject(new Error(said.trim().replace(/^error: /, "") || "it ended at once")));
    // a server that starts waits for the client: one that is still there after a moment can be spoken to
    made.once("spawn", () => setTimeout(() => made.exitCode === null && resolve(made), 1200));
  });
}

/** The client of a server that runs, or nothing where it cannot be started, which is told. */
exports.startServer = async function startServer() {
  let made;
  try {
    made = await start();
  } catch (fault) {
    tell(fault.message);
    return undefined;
  }
  const next = async () => {
    const ready = made ?? (await start()); // the client asks again when a server has ended
    made = undefined;
    return ready;
  };
  const client = new LanguageClient("rulewright", "Rulewright", next, {
    documentSelector: [{ scheme: "file", language: "rulewright" }],
    synchronize: { fileEvents: vscode.workspace.createFileSystemWatcher("**/*.{case,csv}") },
  });
  await client.start();
  return client;
};

async function tell(why) {
  const remedy = 'Install it with: pip install "rulewright[lsp]", or set the path of the command.';
  const chosen = await vscode.window.showErrorMessage(`Rulewright's language server does not start: ${why}. ${remedy}`, SET, AGAIN);
  if (chosen === SET) vscode.commands.executeCommand("workbench.action.openSettings", "rulewright.command");
  if (chosen === AGAIN) vscode.commands.executeCommand("rulewright.restart");
}
