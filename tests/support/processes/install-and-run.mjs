// Installs the project in the folder of its first argument and runs the script of its second, like cli/start.mjs.
import { runInstalled } from '../../../cli/install/run-installed.mjs'

const [root = '', script = ''] = process.argv.slice(2)
await runInstalled(root, [], script)
