import { type ImportRun, showImport } from '#schemas/resources/imports.ts'
import { ask } from '#web/lib/api.ts'
import { oneQuery } from '#web/lib/queries.ts'

/** Milliseconds between looks at a run that somebody is at, and at one that somebody may go on with. */
const pauses: Partial<Record<ImportRun['status'], number>> = { running: 1000, interrupted: 5000 }

type Looked = { state: { data: ImportRun | undefined } }

/** One run, asked for again for as long as it is not at its end. */
export const runQuery = (run: string) => ({
  queryKey: oneQuery(showImport, { run }).queryKey as readonly unknown[],
  queryFn: async (): Promise<ImportRun> => (await ask(showImport, { params: { run } })).data,
  refetchInterval: ({ state: { data } }: Looked): number | false => (data ? (pauses[data.status] ?? false) : false),
})
