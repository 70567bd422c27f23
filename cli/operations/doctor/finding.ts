/** The result of one check: `fine`, `odd` (possibly intended) or `wrong` (needs a repair). */
export type Finding = { about: string; state: 'fine' | 'odd' | 'wrong'; words: string }

export const fine = (about: string, words: string): Finding => ({ about, state: 'fine', words })
export const odd = (about: string, words: string): Finding => ({ about, state: 'odd', words })
export const wrong = (about: string, words: string): Finding => ({ about, state: 'wrong', words })

/** The finding of a check that fails itself. */
export const checking = async (about: string, check: () => Promise<Finding[]> | Finding[]): Promise<Finding[]> => {
  try {
    return await check()
  } catch (error) {
    return [wrong(about, error instanceof Error ? error.message : String(error))]
  }
}
