import { openKeptNotes } from '#api/notary/kept-notes.ts'
import { notaryChangesIn } from '#api/notary/notary-keys.ts'
import { treeFolder } from '#api/notary/tree-files.ts'
import type { PackOrder, PackProof, PackTools } from '#api/packs/pack.ts'
import { answerAt } from '#api/read-side/moments.ts'
import { openReadModels } from '#api/read-side/read-models.ts'
import { PackId } from '#schemas/ids.ts'
import { changeFiles } from '#schemas/resources/bulk-changes.ts'
import { addFileVersion } from '#schemas/resources/file-versions.ts'
import { deleteFile } from '#schemas/resources/files.ts'
import { listSites } from '#schemas/resources/sites.ts'
import { wholeTeam } from '#schemas/rights/scope.ts'
import { today } from '#schemas/time/dates.ts'
import { openNotary } from '#workers/notary/notary.ts'
import type { startApp } from './app.ts'
import { fileOf } from './files.ts'
import { importFile } from './imports.ts'
import { newCommandId } from './new-ids.ts'
import { notaryKeys } from './notary-keys.ts'
import { newShare } from './shares.ts'
import { recordCreator } from './team-with-records.ts'
import { newTeam } from './teams.ts'

type App = Awaited<ReturnType<typeof startApp>>

/**
 * The site North among others of one import, with a visit and files: with a second version, a share link, in the trash,
 * moved in from the site Tower Yard, moved out to there, and changed together with one of there.
 */
export const northAndTower = async (app: App) => {
  const ann = await newTeam(app)
  const create = recordCreator(ann)
  const rows = 'Name,Client\nNorth,Acme\nTower Yard,Acme\n'
  await importFile(ann, 'sites', rows, { create_clients: true, file_name: 'Tower.csv' })
  const sites = new Map((await ann.ask(listSites)).map(({ name, id }) => [name, id]))
  const north = sites.get('North') ?? ''
  const tower = sites.get('Tower Yard') ?? ''
  const spring = await create.visit(north, 'Spring')
  const ofSpring = await create.file(north, 'Of spring', { visit_id: spring.id })
  const beside = await create.file(north, 'Beside')
  const second = fileOf('scan.pdf', 'application/pdf')
  await ann.ask(addFileVersion, { params: { id: beside.id } }, { file: second })
  await newShare(ann, { file_id: beside.id })
  const gone = await create.file(north, '=Gone')
  await ann.call(deleteFile, { params: { id: gone.id } })
  const secret = await create.file(tower, 'Tower secret')
  const movedIn = await create.file(tower, '=Moved in')
  const movedOut = await create.file(north, 'Moved out')
  const change = (ids: string[], to: object) => ann.ask(changeFiles, { body: { ids, change: to } })
  await change([movedIn.id], { site_id: north })
  await change([movedOut.id], { site_id: tower })
  await change([ofSpring.id, secret.id], { completed_at: '02/03/2026' })
  return { ann, create, north, tower, spring, ofSpring, beside, gone, secret, movedIn, movedOut }
}

let signedAt = Date.parse('2026-11-24T09:00:00.000Z')

/** Has the notary of the workers read the log of an app and sign it, an hour after the time before. */
export const signLog = async (app: App, folder = treeFolder(app.dataDir)): Promise<void> => {
  signedAt += 3_600_000
  const kept = await openKeptNotes({ dataDir: app.dataDir, contentUrl: `file://${app.dataDir}/content` })
  const pass = openNotary({
    log: app.ports.log.whole,
    folder,
    kept,
    keys: notaryKeys,
    changes: () => notaryChangesIn(app.ledger),
    kinds: [],
    takeTurn: async () => true,
    timeZone: 'Europe/London',
    now: () => new Date(signedAt),
  })
  await pass(() => true)
}

/** What packs of an app are made of. */
export const packTools = ({ ports }: App): PackTools => {
  const { folder, readers } = ports.readModels
  const { past } = openReadModels(folder, readers, (at = new Date()) => today(at, 'Europe/London'))
  return { past: { ...past, answerAt }, proofs: ports.proofs, goOn: () => {} }
}

/** Whether what packs are made of has been read so far; it is waited for. */
export const holdForPacks = ({ ports }: App, position: string): Promise<boolean> =>
  ports.projector.reached(position, 60_000, ['past', 'history'])

/** An order of somebody's, of the present. */
export const packOrder = async (
  app: App,
  { teamId }: Pick<Awaited<ReturnType<typeof newTeam>>, 'teamId'>,
  within: PackOrder['within'],
): Promise<PackOrder> => {
  const position = (await app.ledger.lastPosition()) ?? '0'
  await holdForPacks(app, position)
  return {
    id: PackId.parse(newCommandId()),
    team_id: teamId,
    scope: wholeTeam(teamId),
    within,
    moment: { position, at: new Date() },
    from: null,
    files: true,
    versions: 'of-the-day',
    reason: 'Fire audit',
    by: 'Ann',
    ordered_at: new Date().toISOString(),
  }
}

/** What a pack holds besides its subject, under the newest checkpoint. */
export const packProof = async ({ ports }: App, more: Partial<PackProof> = {}): Promise<PackProof> => {
  const evidence = await ports.proofs.evidenceFor([])
  if (!evidence) throw new Error('The log has not been signed')
  return {
    ...evidence,
    verifyPage: Buffer.from('<!doctype html>'),
    verifyProgram: Buffer.from('export {}'),
    contents: { whole: new Map(), gone: new Set(), differing: new Set(), pictures: new Map() },
    timeZone: 'Europe/London',
    ...more,
  }
}
