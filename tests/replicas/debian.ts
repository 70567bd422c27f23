import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const unpackedBelow = join(import.meta.dirname, '../../.build/debian')

/** The parts that are not npm packages, and the packages of Debian and Ubuntu that bring them. */
const packagesOf = {
  haproxy: ['haproxy'],
  // libfuse2 is loaded by a library of Ceph's without being asked for as a dependency.
  ceph: ['radosgw', 'ceph-mon', 'ceph-osd', 'libfuse2'],
}

/** What these packages ask for and what a server that only answers on this machine does without. */
const unneeded =
  /^(cryptsetup|gdisk|hdparm|logrotate|nvme|dmidecode|parted|libparted|smartmon|xfsprogs|lvm2|dmeventd|sudo|uuid-runtime)/

/** The reason why a part cannot be had on this machine: tests that need it are left out. */
export class CannotBeHad extends Error {
  override name = 'CannotBeHad'
}

/** The names of packages that the system lacks, by apt's own reckoning. */
const missingPackages = async (packages: readonly string[]): Promise<string[]> => {
  const { stdout } = await run('apt-get', ['install', '-s', '--no-install-recommends', ...packages])
  const names = [...stdout.matchAll(/^Inst (\S+)/gm)].map(([, name = '']) => name)
  return names.filter((name) => !unneeded.test(name))
}

const unpack = async (packages: readonly string[], folder: string): Promise<void> => {
  const debs = join(folder, 'debs')
  mkdirSync(debs, { recursive: true })
  await run('apt-get', ['download', ...(await missingPackages(packages))], { cwd: debs })
  for (const deb of await readdir(debs)) await run('dpkg', ['-x', join(debs, deb), folder])
  rmSync(debs, { recursive: true })
}

/**
 * Unpacks a part's packages into a folder of .build/debian, once; nothing is installed.
 * @returns the folder, which has `usr` in it
 * @throws {CannotBeHad}
 */
export const unpacked = async (part: keyof typeof packagesOf): Promise<string> => {
  const folder = join(unpackedBelow, part)
  if (existsSync(folder)) return folder
  const next = `${folder}-next-${process.pid}`
  try {
    await unpack(packagesOf[part], next)
    if (!existsSync(folder)) renameSync(next, folder)
    return folder
  } catch (error) {
    const said = error instanceof Error ? (error.message.trim().split('\n').at(-1) ?? '') : String(error)
    throw new CannotBeHad(`${part} cannot be had here, which takes Debian's or Ubuntu's packages by apt-get: ${said}`)
  } finally {
    rmSync(next, { recursive: true, force: true })
  }
}

/** The folder of libraries in an unpacked part, such as usr/lib/x86_64-linux-gnu. */
export const librariesIn = async (folder: string): Promise<string> => {
  const lib = join(folder, 'usr/lib')
  const found = existsSync(lib) ? (await readdir(lib)).find((name) => name.endsWith('-linux-gnu')) : undefined
  return join(lib, found ?? '')
}
