import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

// Adds the optional packages of other platforms that the registry did not have when package-lock.json was written:
// `npm ci` refuses a lock file without them. Version, system and processor are in what asks for them and in their names.

type Locked = {
  version: string
  dev?: boolean
  cpu?: string[]
  libc?: string[]
  optional?: boolean
  os?: string[]
  optionalDependencies?: Record<string, string>
}

const file = join(import.meta.dirname, '../../../package-lock.json')
const lock = JSON.parse(readFileSync(file, 'utf8')) as { packages: Record<string, Locked> }

const systems = ['android', 'darwin', 'freebsd', 'linux', 'openharmony', 'win32']
const processors = ['arm', 'arm64', 'ia32', 'ppc64', 'riscv64', 's390x', 'x64']

const lockedOf = (name: string, version: string, dev: boolean | undefined): Locked => {
  const words = name.split(/[-/]/)
  const among = (known: readonly string[]): string => {
    const found = known.find((each) => words.includes(each))
    if (found === undefined) throw new Error(`The name ${name} does not say for which platform it is`)
    return found
  }
  const libc = { gnu: 'glibc', musl: 'musl' }[/-(gnu|musl)/.exec(name)?.[1] ?? '']
  return {
    version,
    cpu: [among(processors)],
    ...(dev && { dev }),
    ...(libc !== undefined && { libc: [libc] }),
    optional: true,
    os: [among(systems)],
  }
}

const wanted = Object.values(lock.packages).flatMap(({ optionalDependencies = {}, dev }) =>
  Object.entries(optionalDependencies).map(([name, version]) => ({ path: `node_modules/${name}`, name, version, dev })),
)
const isLocked = (path: string): boolean => Object.keys(lock.packages).some((each) => each.endsWith(path))
for (const { path, name, version, dev } of wanted) {
  if (!isLocked(path)) lock.packages[path] = lockedOf(name, version, dev)
}
const sorted = Object.entries(lock.packages).toSorted(([one], [other]) => one.localeCompare(other, 'en'))
writeFileSync(file, `${JSON.stringify({ ...lock, packages: Object.fromEntries(sorted) }, null, 2)}\n`)
