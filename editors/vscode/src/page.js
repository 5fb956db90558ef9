// The page of a case next to its text. `rulewright serve` serves it, so that it is built again as the text is saved; the server says
// which page and which place on it belong to a line.
"use strict";

const http = require("node:http");
const path = require("node:path");
const vscode = require("vscode");
const { command } = require("./server");

const START = "Run `rulewright serve`";
const QUIET = 150; // milliseconds for which the cursor rests before the page follows

exports.CasePage = class CasePage {
  /** @param {() => (import("vscode-languageclient/node").LanguageClient | undefined)} client */
  constructor(client) {
    this._client = client;
    this._shown = "";
    this._follow = vscode.window.onDidChangeTextEditorSelection((event) => {
      clearTimeout(this._soon);
      this._soon = setTimeout(() => this._panel && this._turnTo(event.textEditor), QUIET);
    });
  }

  dispose() {
    clearTimeout(this._soon);
    this._follow.dispose();
    this._panel?.dispose();
  }

  /** Show the page of the case that the cursor is in. */
  async show() {
    const editor = vscode.window.activeTextEditor;
    if (editor?.document.languageId !== "rulewright") return;
    if (!this._client()) return vscode.window.showErrorMessage("The page is found by Rulewright's language server, which does not run.");
    if (!(await answers(site()))) return this._offer(editor.document.uri);
    const page = (await this._pageOf(editor)) ?? "index.html";
    if (!this._panel) await this._open();
    this._send(page);
  }

  /** @param {import("vscode").Uri} uri */
  async _offer(uri) {
    const why = `No site is served at ${site()}. \`rulewright serve\` builds it and serves it.`;
    if ((await vscode.window.showInformationMessage(why, START)) !== START) return;
    // the command itself and no shell, so that nothing in the name of a folder is taken for one
    const book = path.dirname(uri.fsPath);
    const cwd = vscode.workspace.getWorkspaceFolder(uri)?.uri.fsPath ?? book;
    vscode.window.createTerminal({ name: "rulewright serve", shellPath: command(), shellArgs: ["serve", book], cwd }).show(true);
  }

  async _open() {
    const where = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true };
    const panel = vscode.window.createWebviewPanel("rulewright.page", "Page of the case", where, { enableScripts: true, retainContextWhenHidden: true });
    const address = (await vscode.env.asExternalUri(vscode.Uri.parse(site()))).toString().replace(/\/$/, "");
    panel.webview.html = frame(address);
    panel.onDidDispose(() => {
      this._panel = undefined;
      this._shown = "";
    });
    this._ready = new Promise((resolve) => panel.webview.onDidReceiveMessage(resolve));
    this._panel = panel;
  }

  /** @param {import("vscode").TextEditor} editor */
  async _turnTo(editor) {
    const page = editor.document.languageId === "rulewright" && this._client() ? await this._pageOf(editor) : undefined;
    if (page) this._send(page);
  }

  async _send(page) {
    if (page === this._shown) return;
    this._shown = page;
    await this._ready;
    this._panel?.webview.postMessage(page);
  }

  /** @param {import("vscode").TextEditor} editor */
  _pageOf(editor) {
    const place = [editor.document.uri.toString(), editor.selection.active.line];
    return this._client().sendRequest("workspace/executeCommand", { command: "rulewright.pageOf", arguments: place });
  }
};

function site() {
  return vscode.workspace.getConfiguration("rulewright").get("site", "http://127.0.0.1:8000").replace(/\/$/, "");
}

/** Whether something answers at an address. */
function answers(address) {
  return new Promise((resolve) => {
    const asked = http.get(`${address}/index.html`, (answer) => {
      answer.resume();
      resolve(answer.statusCode === 200);
    });
    asked.on("error", () => resolve(false));
    asked.setTimeout(3000, () => asked.destroy(new Error("no answer")));
  });
}

/** The page of the site in a frame, which turns to the place that it is told. */
function frame(address) {
  const nonce = [...Array(24)].map(() => Math.floor(Math.random() * 36).toString(36)).join("");
  const origin = new URL(address).origin;
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Page of the case</title>
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; frame-src ${origin}; script-src 'nonce-${nonce}'; style-src 'nonce-${nonce}'">
<style nonce="${nonce}">html, body, iframe { width: 100%; height: 100%; margin: 0; padding: 0; border: 0; background: #fff; }</style></head>
<body><iframe title="The page of the case"></iframe>
<script nonce="${nonce}">
  const shown = document.querySelector("iframe");
  addEventListener("message", (event) => { if (typeof event.data === "string") shown.src = ${JSON.stringify(address)} + "/" + event.data; });
  acquireVsCodeApi().postMessage("ready");
</script></body></html>`;
}
