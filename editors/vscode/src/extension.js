// The extension: it starts the language server, and shows the page of a case next to its text.
"use strict";

const vscode = require("vscode");
const { startServer } = require("./server");
const { CasePage } = require("./page");

/** @type {import("vscode-languageclient/node").LanguageClient | undefined} */
let client;

async function restart() {
  const old = client;
  client = undefined;
  await old?.dispose();
  client = await startServer();
}

/** @param {import("vscode").ExtensionContext} context */
exports.activate = async function activate(context) {
  const casePage = new CasePage(() => client);
  context.subscriptions.push(
    casePage,
    vscode.commands.registerCommand("rulewright.showPage", () => casePage.show()),
    vscode.commands.registerCommand("rulewright.restart", restart),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration("rulewright.command")) restart();
    }),
  );
  await restart();
};

exports.deactivate = async function deactivate() {
  await client?.dispose();
};
