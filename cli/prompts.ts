import { exitCodes, Failure } from './failure.ts'
import type { Terminal } from './terminal.ts'

// Loaded when somebody is asked: most commands never ask.
const inquirer = async () => (await import('inquirer')).default

/** Ctrl-C at a question is an answer, too. */
const asked = async <Answer>(question: Promise<Answer>): Promise<Answer> => {
  try {
    return await question
  } catch (error) {
    if (error instanceof Error && error.name === 'ExitPromptError') throw new Failure('Nothing was done.')
    throw error
  }
}

const needed = (flag: string): Failure => new Failure(`Nobody can be asked here: pass ${flag}.`, exitCodes.wrongUsage)

/** Asks for a line of text. Throws Failure (wrong usage) where nobody can be asked, naming the flag to pass. */
export const askText = async (terminal: Terminal, message: string, flag: string, preset?: string): Promise<string> => {
  if (!terminal.interactive) throw needed(flag)
  const question = { type: 'input' as const, name: 'text' as const, message, ...(preset ? { default: preset } : {}) }
  return (await asked((await inquirer()).prompt([question]))).text
}

/** Asks for a secret, which is not shown. */
export const askSecret = async (terminal: Terminal, message: string, flag: string): Promise<string> => {
  if (!terminal.interactive) throw needed(flag)
  const question = { type: 'password' as const, name: 'secret' as const, message, mask: '*' }
  return (await asked((await inquirer()).prompt([question]))).secret
}

/** Throws Failure (wrong usage) where `confirm` could ask nobody; for work that comes before the question. */
export const checkCanConfirm = (terminal: Terminal, yes: boolean): void => {
  if (!yes && !terminal.interactive) throw needed('--yes')
}

/** Asks whether to go on; no is a Failure that says that nothing was done. `--yes` answers beforehand. */
export const confirm = async (terminal: Terminal, message: string, yes: boolean): Promise<void> => {
  if (yes) return
  checkCanConfirm(terminal, yes)
  const question = { type: 'confirm' as const, name: 'sure' as const, message, default: false }
  if (!(await asked((await inquirer()).prompt([question]))).sure) throw new Failure('Nothing was done.')
}
