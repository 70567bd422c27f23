/** What one look found: `fine`, something `odd` that may be meant so, or something `wrong` that has to be mended. */
export type Finding = { about: string; state: 'fine' | 'odd' | 'wrong'; words: string }

export const fine = (about: string, words: string): Finding => ({ about, state: 'fine', words })
export const odd = (about: string, words: string): Finding => ({ about, state: 'odd', words })
export const wrong = (about: string, words: string): Finding => ({ about, state: 'wrong', words })

/** What is found where the look itself fails. */
export const lookingAt = async (about: string, look: () => Promise<Finding[]> | Finding[]): Promise<Finding[]> => {
  try {
    return await look()
  } catch (error) {
    return [wrong(about, error instanceof Error ? error.message : String(error))]
  }
}
