import { runCommandLine } from './command-line.ts'
import { exitCodes } from './failure.ts'

// An older Node runs this as a child (install/hand-over.mjs), which would go on without it.
process.once('disconnect', () => process.exit(exitCodes.refused))
process.channel?.unref()

await runCommandLine(process.argv)
