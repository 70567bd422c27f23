import { Button, Loader } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { type FormEventHandler, type ReactNode, useEffect, useRef, useState } from 'react'
import type { Endpoint, ResponseOf } from '#schemas/endpoint.ts'
import styles from '#web/components/endpoint-form.module.css'
import { Failure } from '#web/components/query-state.tsx'
import { type BodyFor, callApi, type Extras, type InputOf } from '#web/lib/api.ts'
import { ApiProblem, fieldErrors, messageOf } from '#web/lib/api-problem.ts'
import { noteBusy, noteNoLongerBusy } from '#web/lib/connection.ts'

/** A service that asks to be asked again within so many seconds is away for a moment only. */
const moment = 5

/** Milliseconds for which a write is sent again. */
const patience = 120_000

const momentOf = (error: unknown): number | undefined =>
  error instanceof ApiProblem && error.status === 503 && (error.retryAfter ?? Number.POSITIVE_INFINITY) <= moment
    ? error.retryAfter
    : undefined

const pause = (seconds: number, signal: AbortSignal): Promise<unknown> =>
  new Promise((resolve) => {
    setTimeout(resolve, seconds * 1000)
    signal.addEventListener('abort', resolve, { once: true })
  })

/**
 * Makes a write that is executed once (D-78), and makes it again while the service is away for a moment, such as while its
 * event store has no leader; the notice of the connection says so. Gives up after two minutes, and when the signal aborts.
 */
const untilServed = async <Done,>(write: () => Promise<Done>, signal: AbortSignal): Promise<Done> => {
  const end = Date.now() + patience
  for (;;) {
    try {
      const done = await write()
      noteNoLongerBusy(true)
      return done
    } catch (error) {
      const seconds = momentOf(error)
      const isOver = seconds === undefined || signal.aborted || Date.now() >= end
      if (!isOver) {
        noteBusy()
        await pause(seconds, signal)
      }
      if (!isOver && !signal.aborted) continue
      noteNoLongerBusy(seconds === undefined)
      throw error
    }
  }
}

type Options<E extends Endpoint, Values> = {
  endpoint: E
  /** Whether a guest's write may be made again as well: a second time does no harm. */
  isHarmlessTwice?: boolean
  /** A name by which others know the call while it runs, and what follows it. */
  mutationKey?: readonly string[]
  /** Values for the parameters in the path. */
  params?: InputOf<E>['params']
  initial: Values
  /** The request body for the form's values. */
  body: (values: Values) => BodyFor<E>
  /** Completes the values before they are sent. Rejects with an ApiProblem, which shows as one of the server does. */
  prepare?: (values: Values) => Promise<Values>
  /** The file to upload, and the callback for its progress. */
  extras?: (values: Values) => Extras
  /** Wraps the call, which `send` makes. */
  around?: (send: () => Promise<ResponseOf<E>>, values: Values) => Promise<ResponseOf<E>>
  /** Whether `around` waits for a lost connection itself, and is called without one. */
  waitsItself?: boolean
  /** Returns true for a problem that it handles; all others show at the fields or below them. */
  onProblem?: (problem: unknown) => boolean
  onDone: (answer: ResponseOf<E>, values: Values) => unknown
}

/**
 * A form that calls an endpoint: `busy` while the call runs, the server's first message under each field, and one
 * `failure` for messages that belong to no field of this form. A new attempt clears errors. While the service is away
 * for a moment, the form is sent again by itself, until it goes.
 */
export const useEndpointForm = <E extends Endpoint, Values extends Record<string, unknown>>(
  options: Options<E, Values>,
) => {
  const form = useForm<Values>({ mode: 'controlled', initialValues: options.initial })
  const [failure, setFailure] = useState<string>()
  const running = useRef(false)
  const leaving = useRef(new AbortController())
  useEffect(() => {
    leaving.current = new AbortController()
    return () => leaving.current.abort()
  }, [])

  const showProblem = (error: unknown) => {
    const errors = Object.entries(fieldErrors(error))
    const shown = errors.filter(([field]) => field in options.initial)
    const elsewhere = errors.filter(([field]) => !(field in options.initial)).map(([, message]) => message)
    form.setErrors(Object.fromEntries(shown))
    setFailure(elsewhere[0] ?? (shown.length > 0 ? undefined : messageOf(error)))
  }

  const { mutate, isPending } = useMutation({
    ...(options.mutationKey && { mutationKey: options.mutationKey }),
    networkMode: options.waitsItself ? 'always' : 'online',
    mutationFn: async (typed: Values) => {
      const values = options.prepare ? await options.prepare(typed) : typed
      const call = { params: options.params, body: options.body(values) } as InputOf<E>
      // A guest's write is not executed once.
      const isOnce = options.endpoint.access !== 'public'
      const key = isOnce ? { idempotencyKey: crypto.randomUUID() } : {}
      const write = async () => (await callApi(options.endpoint, call, { ...key, ...options.extras?.(values) })).data
      const send = () => (isOnce || options.isHarmlessTwice ? untilServed(write, leaving.current.signal) : write())
      return options.around ? options.around(send, values) : send()
    },
    onSuccess: options.onDone,
    onSettled: () => {
      running.current = false
    },
    onError: (problem) => {
      if (!options.onProblem?.(problem)) showProblem(problem)
    },
  })

  const submit = form.onSubmit((values) => {
    // A second click may come before the form is drawn as busy.
    if (running.current) return
    running.current = true
    form.clearErrors()
    setFailure(undefined)
    mutate(values)
  })
  return { form, submit, failure, busy: isPending }
}

type Props = {
  submit: FormEventHandler<HTMLFormElement>
  failure: string | undefined
  busy: boolean
  /** Labels of the button, idle and busy: `['Add Visit', 'Adding Visit']`. */
  action: readonly [string, string]
  /** One field in each row, and a full-width button except in a panel; otherwise fields stand in pairs. */
  narrow?: boolean
  children: ReactNode
}

/** Matches invalid inputs; each kind of field marks them in its own way. */
const refusedField = ':is(input, select, textarea, button):is([aria-invalid="true"], [data-invalid], [data-error])'

/** Moves the focus to the first invalid field, unless the user has moved on to another one. */
const useLeadToRefused = (busy: boolean) => {
  const form = useRef<HTMLFormElement>(null)
  const before = useRef<Element>(null)
  useEffect(() => {
    const { activeElement, body } = document
    if (busy) {
      before.current = activeElement
      return
    }
    // A button loses the focus when it is disabled while busy.
    const stayed = before.current !== null && (activeElement === before.current || activeElement === body)
    before.current = null
    if (stayed) form.current?.querySelector<HTMLElement>(refusedField)?.focus()
  }, [busy])
  return form
}

/** A form with a submit button, disabled while busy, and the failure message. */
export const EndpointForm = ({ submit, failure, busy, action, narrow = false, children }: Props) => {
  const form = useLeadToRefused(busy)
  return (
    <form ref={form} onSubmit={submit} noValidate className={styles.form}>
      <div className={narrow ? styles.fields : `${styles.fields} ${styles.paired}`}>{children}</div>
      {failure && <Failure message={failure} />}
      <Button
        type="submit"
        disabled={busy}
        fullWidth={narrow}
        className={styles.button ?? ''}
        leftSection={busy ? <Loader size={14} color="currentColor" /> : undefined}
      >
        {busy ? action[1] : action[0]}
      </Button>
    </form>
  )
}
