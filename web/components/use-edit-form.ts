import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Endpoint, ResponseOf } from '#schemas/endpoint.ts'
import type { LiveChange } from '#schemas/resources/live.ts'
import { useEndpointForm } from '#web/components/endpoint-form.tsx'
import { reload } from '#web/lib/affected.ts'
import { type BodyFor, callApi, type InputOf } from '#web/lib/api.ts'
import { ApiProblem, messageOf } from '#web/lib/api-problem.ts'
import {
  bodyFrom,
  type Fields,
  type FieldsOf,
  previewOf,
  readTheSame,
  type ValuesOf,
  valuesFrom,
} from '#web/lib/form-fields.ts'
import { merged } from '#web/lib/merged.ts'
import { optimistically } from '#web/lib/optimistic.ts'

type Editable = { id: string; revision: string }

type Options<E extends Endpoint, F extends FieldsOf<E> & Fields> = {
  /** The call that writes; it answers the updated record. */
  endpoint: E
  /** The call that reads the same record. */
  show: Endpoint
  resource: LiveChange['resource']
  /** The record that the form opened with; a newer revision may replace it when the form's fields are equal. */
  record: ResponseOf<E> & Editable
  fields: F
  onDone: (answer: ResponseOf<E>) => unknown
}

/** Both versions after somebody else changed the record, and the ways to resolve the conflict. */
export type Stale<Values = Record<string, unknown>> = {
  mine: Values
  theirs: Values
  /** Saves my changes and keeps theirs in fields that I did not change. */
  saveMine: () => void
  /** Puts their values into the form. */
  takeTheirs: () => void
  /** Returns to the form as I filled it in. */
  goBack: () => void
}

const isSuperseded = (problem: unknown): boolean => problem instanceof ApiProblem && problem.status === 412

/**
 * A form that edits a record. It sends the revision that it started from; when somebody else changed the record first
 * (412), `stale` holds both versions: nothing is overwritten and no input is lost (D-73).
 */
export const useEditForm = <E extends Endpoint, F extends FieldsOf<E> & Fields>(options: Options<E, F>) => {
  type Row = ResponseOf<E> & Editable
  type Values = ValuesOf<F>
  const { endpoint, show, resource, record, fields } = options
  const queries = useQueryClient()
  const params = { id: record.id }
  const base = useRef(record)
  const [theirs, setTheirs] = useState<Row>()
  const [lost, setLost] = useState<string>()

  const valuesOf = (row: Row): Values => valuesFrom<Fields>(fields, row) as Values
  // A revision that changed only what the form does not send, such as the picture, is no conflict.
  const isUnchanged = (row: Row) => readTheSame<Fields>(fields, row, base.current)
  const present = async () => (await callApi(show, { params })).data as unknown as Row

  const sendOnPresent = async (send: () => Promise<ResponseOf<E>>) => {
    if (isUnchanged(record)) base.current = record
    try {
      return await send()
    } catch (problem) {
      const now = isSuperseded(problem) ? await present() : undefined
      if (!now || !isUnchanged(now)) throw problem
      base.current = now
      return send()
    }
  }

  const lookUp = async () => {
    try {
      setTheirs(await present())
    } catch (problem) {
      // The record may have been deleted meanwhile.
      setLost(messageOf(problem))
    }
    void reload(queries, resource)
  }

  const { form, submit, failure, busy } = useEndpointForm({
    endpoint,
    params: params as InputOf<E>['params'],
    initial: valuesOf(record),
    body: (values) => bodyFrom<Fields>(fields, values) as BodyFor<E>,
    extras: () => ({ ifMatch: base.current.revision }),
    around: (send, values) => {
      const change = (row: Row) => previewOf<Fields, Row>(fields, row, values)
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
