import { createHash, randomUUID } from 'node:crypto'
import { v5 as deriveUuid } from 'uuid'
import type { ManifestPlan } from '#api/domain/manifest-decisions.ts'
import { openMissingRecords } from '#api/domain/missing-records.ts'
import type { MadeKind } from '#schemas/events/import.ts'
import { FileId, type ImportId } from '#schemas/ids.ts'
import { idOfRow } from './ids.ts'
import { manifestLookup } from './manifest-lookup.ts'
import type { SentTable } from './prepare.ts'
import type { FilesTools } from './tools.ts'

/** A manifest as it was sent. */
export type SentManifest = SentTable & { kind: 'files'; create: MadeKind[] }

const digestOf = (path: string): string => createHash('sha1').update(path).digest('base64')

const openPaths = (): ManifestPlan['paths'] => {
  const first = new Map<string, { row: number; sha256: string }>()
  return {
    noted: (path, row, sha256) => {
      const key = digestOf(path)
      const found = first.get(key) ?? { row, sha256 }
      first.set(key, found)
      return found
    },
  }
}

/** What decides a manifest's rows; without a run nothing that it makes has an id to keep. */
export const planFor = async (
  tools: FilesTools,
  { teamId, create }: SentManifest,
  run: ImportId | null,
  resumed: boolean,
): Promise<ManifestPlan> => {
  const namespace = run ?? randomUUID()
  return {
    lookup: await manifestLookup(tools, teamId),
    create,
    missing: openMissingRecords((kind, key) => deriveUuid(`${kind}/${key}`, namespace)),
    paths: openPaths(),
    wanted: new Map(),
    idOf: (row) => run && FileId.parse(idOfRow(run, row)),
    isHere: (row) => resumed && run !== null && tools.imports.planned(run, row)?.here === 'came',
  }
}
