import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { CallOf, Endpoint, ResponseOf } from '#schemas/endpoint.ts'
import { ask, type Extras } from '#web/lib/api.ts'
import { fieldErrors, messageOf } from '#web/lib/api-problem.ts'

type Options<E extends Endpoint, Values> = {
  endpoint: E
  /** What fills the braces of the address. */
  params?: CallOf<E>['params']
  initial: Values
  /** What is sent for the values of the form. */
  body: (values: Values) => CallOf<E>['body']
  /** The file that goes along, and where its progress is told. */
  extras?: (values: Values) => Extras
  /** Does something around the call, which `send` makes. */
  around?: (send: () => Promise<ResponseOf<E>>, values: Values) => Promise<ResponseOf<E>>
  /** Answers true for a problem that it deals with; every other one shows at the fields or below them. */
  onProblem?: (problem: unknown) => boolean
  onDone: (answer: ResponseOf<E>, values: Values) => unknown
}

/**
 * A form that posts to an endpoint: busy while it runs, the server's first message under each field, and one
 * `failure` for everything that belongs under no field of this form (VAL-37, ERR1-04). Errors go at a new attempt.
 */
export const useEndpointForm = <E extends Endpoint, Values extends Record<string, unknown>>(
  options: Options<E, Values>,
) => {
  const form = useForm<Values>({ mode: 'controlled', initialValues: options.initial })
  const [failure, setFailure] = useState<string>()

  const showProblem = (error: unknown) => {
    const errors = Object.entries(fieldErrors(error))
    const shown = errors.filter(([field]) => field in options.initial)
    const elsewhere = errors.filter(([field]) => !(field in options.initial)).map(([, message]) => message)
    form.setErrors(Object.fromEntries(shown))
    setFailure(elsewhere[0] ?? (shown.length > 0 ? undefined : messageOf(error)))
  }

  const { mutate, isPending } = useMutation({
    mutationFn: (values: Values) => {
      const call = { params: options.params, body: options.body(values) } as CallOf<E>
      const send = async () => (await ask(options.endpoint, call, options.extras?.(values))).data
      return options.around ? options.around(send, values) : send()
    },
    onSuccess: options.onDone,
    onError: (problem) => {
      if (!options.onProblem?.(problem)) showProblem(problem)
    },
  })

  const submit = form.onSubmit((values) => {
    if (isPending) return
    form.clearErrors()
    setFailure(undefined)
    mutate(values)
  })
  return { form, submit, failure, busy: isPending }
}
