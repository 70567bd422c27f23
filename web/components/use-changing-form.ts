import { useMutation } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { fieldErrors, firstMessageOf } from '#web/lib/api-problem.ts'

/**
 * The properties of a form that makes one change of many records. A refusal of the field `shown` stands at that field, as
 * `refused`, and all others below the form.
 */
export const useChangingForm = (change: () => Promise<unknown>, onDone: () => void, shown = '') => {
  const { mutate, isPending, error } = useMutation({ mutationFn: change, onSuccess: onDone })
  const submit = (event?: FormEvent) => {
    event?.preventDefault()
    if (!isPending) mutate()
  }
  const refused = fieldErrors(error)[shown]
  const failure = error && !refused ? firstMessageOf(error) : undefined
  return { state: { submit, failure, busy: isPending }, refused }
}
