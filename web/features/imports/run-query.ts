import { type ImportRun, showImport } from '#schemas/resources/imports.ts'
import { callApi } from '#web/lib/api.ts'
import { oneQuery } from '#web/lib/queries.ts'

/** Milliseconds between two polls of a run, by status: an interrupted or stopped one may continue later. */
const pauses: Partial<Record<ImportRun['status'], number>> = { running: 1000, interrupted: 5000, stopped: 5000 }

type Looked = { state: { data: ImportRun | undefined } }

/** The query of one run; it polls until the run has ended. */
export const runQuery = (run: string) => ({
  queryKey: oneQuery(showImport, { run }).queryKey as readonly unknown[],
  queryFn: async (): Promise<ImportRun> => (await callApi(showImport, { params: { run } })).data,
  refetchInterval: ({ state: { data } }: Looked): number | false => (data ? (pauses[data.status] ?? false) : false),
})
