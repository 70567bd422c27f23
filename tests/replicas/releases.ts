import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { CannotBeHad } from './debian.ts'

const run = promisify(execFile)
const root = join(import.meta.dirname, '../..')

const git = async (...args: string[]): Promise<string> => (await run('git', args, { cwd: root })).stdout.trim()

/** The last tag, or where there is none the commit that a file names. */
const earlierCommit = async (): Promise<string> => {
  const named = readFileSync(join(import.meta.dirname, 'earlier-release.txt'), 'utf8').trim()
  const commit = await git('describe', '--tags', '--abbrev=0').catch(() => named)
  await git('cat-file', '-e', `${commit}^{commit}`).catch(() => {
    throw new CannotBeHad(`The earlier release ${commit} is not in this clone.`)
  })
  return commit
}

const sameLock = (tree: string): boolean =>
  readFileSync(join(tree, 'package-lock.json'), 'utf8') === readFileSync(join(root, 'package-lock.json'), 'utf8')

const built = async (tree: string): Promise<string> => {
  if (sameLock(tree)) symlinkSync(join(root, 'node_modules'), join(tree, 'node_modules'))
  else await run('npm', ['ci'], { cwd: tree })
  await run(process.execPath, ['cli/operations/build.ts'], { cwd: tree })
  return tree
}

const sources = ['api', 'cli', 'projections', 'schemas', 'web', 'workers', 'package.json', 'package-lock.json']

/** Copies of the sources, which are removed at the end. */
export const openReleases = () => {
  const folder = mkdtempSync(join(tmpdir(), 'siteledger-releases-'))
  return {
    /** The earlier release, built. Throws CannotBeHad. */
    earlier: async (): Promise<string> => {
      const tree = join(folder, 'earlier')
      await git('worktree', 'add', '--detach', tree, await earlierCommit())
      return built(tree)
    },
    /** These sources with the next version of an event, built. */
    raised: async (): Promise<string> => {
      const tree = join(folder, 'raised')
      mkdirSync(tree)
      for (const each of sources) cpSync(join(root, each), join(tree, each), { recursive: true })
      const file = join(tree, 'schemas/events/upcasting.ts')
      const text = readFileSync(file, 'utf8')
      const raised = text.replace('ClientAdded: { 1: externalId }', 'ClientAdded: { 1: externalId, 2: (each) => each }')
      if (raised === text) throw new Error('ClientAdded has other steps by now')
      writeFileSync(file, raised)
      return built(tree)
    },
    remove: async (): Promise<void> => {
      rmSync(folder, { recursive: true, force: true })
      await git('worktree', 'prune')
    },
  }
}
