import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { CallOf, Endpoint, ResponseOf } from '#schemas/endpoint.ts'
import type { LiveChange } from '#schemas/resources/live.ts'
import { reload } from '#web/lib/affected.ts'
import { ask } from '#web/lib/api.ts'
import { ApiProblem, messageOf } from '#web/lib/api-problem.ts'
import { merged } from '#web/lib/merged.ts'
import { optimistically } from '#web/lib/optimistic.ts'
import { useEndpointForm } from '#web/lib/use-endpoint-form.ts'

type Editable = { id: string; revision: string }

type Options<E extends Endpoint, Row extends Editable, Values> = {
  /** The write; it answers the record as it is then. */
  endpoint: E
  /** The read of the same record. */
  show: Endpoint
  resource: LiveChange['resource']
  /** The record that the form opened with; a newer one that reads the same in the form may take its place. */
  record: Row
  valuesOf: (record: Row) => Values
  body: (values: Values) => CallOf<E>['body']
  /** What lists show while it is being saved. */
  preview?: (record: Row, values: Values) => Row
  onDone: (answer: ResponseOf<E>) => unknown
}

/** What somebody else made of the record meanwhile, and the ways on from there. */
export type Stale<Values> = {
  mine: Values
  theirs: Values
  /** Saves what was typed, and leaves alone what only the other changed. */
  saveMine: () => void
  /** Puts their values into the form. */
  takeTheirs: () => void
  /** Back to the form as it was typed. */
  goBack: () => void
}

const isSuperseded = (problem: unknown): boolean => problem instanceof ApiProblem && problem.status === 412

/**
 * A form that changes a record. It says which revision it started from; where somebody else was faster (412) both
 * versions are at hand in `stale`, nothing is overwritten and nothing typed is lost (D-73).
 */
export const useEditForm = <E extends Endpoint, Row extends Editable, Values extends Record<string, unknown>>(
  options: Options<E, Row, Values>,
) => {
  const { endpoint, show, resource, record, valuesOf, preview } = options
  const queries = useQueryClient()
  const params = { id: record.id }
  const base = useRef(record)
  const [theirs, setTheirs] = useState<Row>()
  const [lost, setLost] = useState<string>()

  // A revision that changed what the form does not hold, such as the picture, is no other version of it.
  const readsTheSame = (row: Row) => JSON.stringify(valuesOf(row)) === JSON.stringify(valuesOf(base.current))
  const present = async () => (await ask(show, { params } as CallOf<Endpoint>)).data as unknown as Row

  const sendOnPresent = async (send: () => Promise<ResponseOf<E>>) => {
    if (readsTheSame(record)) base.current = record
    try {
      return await send()
    } catch (problem) {
      const now = isSuperseded(problem) ? await present() : undefined
      if (!now || !readsTheSame(now)) throw problem
      base.current = now
      return send()
    }
  }

  const lookUp = async () => {
    try {
      setTheirs(await present())
    } catch (problem) {
      // It may have been deleted meanwhile.
      setLost(messageOf(problem))
    }
    void reload(queries, resource)
  }

  const { form, submit, failure, busy } = useEndpointForm({
    endpoint,
    params: params as CallOf<E>['params'],
    initial: valuesOf(record),
    body: options.body,
    extras: () => ({ ifMatch: base.current.revision }),
    around: (send, values) => {
      const change = (row: Row) => (preview ? preview(row, values) : row)
      return optimistically({ queries, resource, ids: [record.id], change, act: () => sendOnPresent(send) })
    },
    onProblem: (problem) => {
      setLost(undefined)
      if (isSuperseded(problem)) void lookUp()
      return isSuperseded(problem)
    },
    onDone: options.onDone,
  })

  const settle = (with_: (mine: Values, theirs: Values) => Values) => {
    if (!theirs) return
    form.setValues(with_(form.getValues(), valuesOf(theirs)))
    base.current = theirs
    setTheirs(undefined)
  }
  const stale: Stale<Values> | undefined = theirs && {
    mine: merged(valuesOf(base.current), form.getValues(), valuesOf(theirs)),
    theirs: valuesOf(theirs),
    saveMine: () => {
      settle((mine, other) => merged(valuesOf(base.current), mine, other))
      submit()
    },
    takeTheirs: () => settle((_mine, other) => other),
    goBack: () => setTheirs(undefined),
  }
  return { form, submit, failure: failure ?? lost, busy, stale }
}
