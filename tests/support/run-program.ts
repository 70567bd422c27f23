import { type ChildProcess, spawn } from 'node:child_process'

export type Finished = { code: number | null; signal: NodeJS.Signals | null; stdout: string; stderr: string }

export type Running = {
  child: ChildProcess
  finished: Promise<Finished>
  /** Resolves with the output so far once it matches. */
  printed: (pattern: RegExp) => Promise<string>
}

/** Compiling is a third of what a short program costs. */
const { NODE_COMPILE_CACHE } = process.env

/** Starts a program and collects its output. `env` is its environment, beside the place of what was compiled. */
export const runProgram = (command: string, args: readonly string[], env: NodeJS.ProcessEnv): Running => {
  const child = spawn(command, args, { env: { NODE_COMPILE_CACHE, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
  let stdout = ''
  let stderr = ''
  child.stdout.on('data', (data) => {
    stdout += String(data)
  })
  child.stderr.on('data', (data) => {
    stderr += String(data)
  })
  const finished = new Promise<Finished>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => resolve({ code, signal, stdout, stderr }))
  })
  const printed = (pattern: RegExp): Promise<string> =>
    new Promise((resolve, reject) => {
      const look = (): void => {
        if (!pattern.test(stdout)) return
        // The later log of a product would be searched from its start with each line.
        child.stdout.off('data', look)
        resolve(stdout)
      }
      child.stdout.on('data', look)
      look()
      void finished.then(() => reject(new Error(`ended without printing ${pattern}:\n${stdout}${stderr}`)))
    })
  return { child, finished, printed }
}
