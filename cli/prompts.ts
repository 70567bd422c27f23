import { safeText } from '#schemas/text/safe-text.ts'
import { exitCodes, Failure } from './failure.ts'
import type { Terminal } from './terminal.ts'

// The module is loaded on demand, since most commands never prompt.
const inquirer = async () => (await import('inquirer')).default

/** Ctrl-C at a prompt ends the command. */
const answerTo = async <Answer>(question: Promise<Answer>): Promise<Answer> => {
  try {
    return await question
  } catch (error) {
    const { ExitPromptError } = await import('@inquirer/core')
    if (error instanceof ExitPromptError) throw new Failure('Nothing was done.')
    throw error
  }
}

/** Prompts for a line of text; `preset` is what Enter alone answers. */
export const promptText = async (message: string, preset: string): Promise<string> => {
  const question = { type: 'input' as const, name: 'text' as const, message, default: preset }
  return (await answerTo((await inquirer()).prompt([question]))).text
}

/** Prompts for one of several texts. */
export const promptChoice = async (message: string, choices: readonly string[]): Promise<string> => {
  const question = { type: 'select' as const, name: 'choice' as const, message, choices: [...choices] }
  return (await answerTo((await inquirer()).prompt([question]))).choice
}

/** Throws Failure (wrong usage) if `confirm` could not prompt; for work that comes before the prompt. */
export const checkCanConfirm = (terminal: Terminal, yes: boolean): void => {
  if (yes || terminal.interactive) return
  throw new Failure('No one can be asked here: pass --yes.', exitCodes.wrongUsage)
}

/** Prompts for confirmation; no is a Failure that says that nothing was done. `--yes` confirms in advance. */
export const confirm = async (terminal: Terminal, message: string, yes: boolean): Promise<void> => {
  if (yes) return
  checkCanConfirm(terminal, yes)
  const question = { type: 'confirm' as const, name: 'sure' as const, message: safeText(message), default: false }
  if (!(await answerTo((await inquirer()).prompt([question]))).sure) throw new Failure('Nothing was done.')
}
