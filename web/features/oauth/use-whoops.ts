import { useState } from 'react'
import { ApiProblem } from '#web/lib/api-problem.ts'

/** The message of a form where the server names no field. */
const tryAgain = 'Something went wrong. Please try again.'

/** All messages of a refused form, whatever their fields, as one list. */
export const flattened = (problem: unknown): readonly string[] => {
  const messages = problem instanceof ApiProblem ? Object.values(problem.errors).flat() : []
  return messages.length > 0 ? messages : [tryAgain]
}

/** The messages of a form's last try, and the handler of its problems for `useEndpointForm`. */
export const useWhoops = () => {
  const [messages, setMessages] = useState<readonly string[]>([])
  const onProblem = (problem: unknown): boolean => {
    setMessages(flattened(problem))
    return true
  }
  return { messages, onProblem }
}
