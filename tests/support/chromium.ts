import { findChromium, findHeadlessShell } from '../../cli/install/run-installed.mjs'

const quiet = ['--disable-background-networking', '--disable-component-update', '--disable-sync', '--disable-gpu']
// Chromium's sandbox does not run as root, and CI machines run as root.
const args = process.getuid?.() === 0 ? ['--no-sandbox', ...quiet] : quiet

const launch = (executablePath: string | undefined) =>
  executablePath === undefined ? { args } : { args, executablePath }

/** Launch options of the whole browser, for tests of what the headless shell lacks: a PDF viewer. */
export const wholeBrowser = launch(findChromium())

/** Launch options of the installed browser that starts quickest. */
export const launchOptions = launch(findHeadlessShell() ?? findChromium())
