/** What an act answers when it is done so many times, one after the other. */
export const inTurn = async <Answer>(times: number, act: (at: number) => Promise<Answer>): Promise<Answer[]> => {
  const answers: Answer[] = []
  for (let at = 0; at < times; at += 1) answers.push(await act(at))
  return answers
}

/** A status, so many times. */
export const times = (howOften: number, status: number): number[] => Array(howOften).fill(status)
