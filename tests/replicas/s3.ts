import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { boundToParent, freePort } from '#cli/operations/redis.ts'
import type { ProcessSpec } from '#cli/supervisor/process-group.ts'
import { until } from '#tests/support/until.ts'
import { librariesIn, unpacked } from './debian.ts'
import { type Part, partOf } from './part.ts'
import { answering } from './ports.ts'
import { signedCall } from './signed-call.ts'

const run = promisify(execFile)

/** A real S3 server: Ceph's gateway, with one monitor and one storage daemon that keeps objects in memory. */
export type S3 = {
  endpoint: string
  /** The environment of who may read and write everything. */
  credentials: { AWS_ACCESS_KEY_ID: string; AWS_SECRET_ACCESS_KEY: string; AWS_REGION: string }
  /** What answers S3's calls; objects outlast its end. */
  gateway: Part
  parts: readonly Part[]
  makeBucket: (name: string) => Promise<void>
  put: (bucket: string, name: string, text: string) => Promise<void>
  /** The names of the objects below a prefix, a thousand at most. */
  namesIn: (bucket: string, prefix: string) => Promise<string[]>
  /** The value of CONTENT_URL or KEYS_URL for a prefix of a bucket; `through` is the address of a proxy. */
  url: (bucket: string, prefix: string, through?: string) => string
}

const caller = { key: 'test', secret: 'testsecret', region: 'us-east-1' }

const configuration = (fsid: string, libraries: string, folder: string, monitor: number, gateway: number): string => `
[global]
fsid = ${fsid}
mon host = [v2:127.0.0.1:${monitor}/0]
mon initial members = a
public addr = 127.0.0.1
auth cluster required = none
auth service required = none
auth client required = none
# Without authentication there is no secure mode, which the gateway would ask for.
ms mon client mode = crc
run dir = ${folder}
admin socket = ${folder}/$name.asok
log file = ${folder}/$name.log
mon cluster log file = ${folder}/cluster.log
crash dir = ${folder}
# One copy of everything, in memory.
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 4
osd pool default pgp num = 4
osd pool default pg autoscale mode = off
osd crush chooseleaf type = 0
mon allow pool size one = true
mon max pg per osd = 1000
mon data avail warn = 1
mon data avail crit = 1
osd objectstore = memstore
memstore device bytes = 4294967296
# Where the packages are unpacked.
osd class dir = ${libraries}/rados-classes
erasure code dir = ${libraries}/ceph/erasure-code
plugin dir = ${libraries}/ceph
[mon.a]
mon data = ${folder}/mon
[osd.0]
osd data = ${folder}/osd
[client.rgw]
rgw frontends = beast endpoint=127.0.0.1:${gateway} tcp_nodelay=1
rgw data = ${folder}
`

/**
 * Starts the three daemons in a folder of their own, as whatever account runs this.
 * @throws {CannotBeHad}
 */
export const startS3 = async (folder: string): Promise<S3> => {
  const root = await unpacked('ceph')
  const libraries = await librariesIn(root)
  const fsid = randomUUID()
  const monitorPort = await freePort()
  const port = await freePort()
  const config = join(folder, 'ceph.conf')
  for (const name of ['mon', 'osd']) mkdirSync(join(folder, name), { recursive: true })
  writeFileSync(config, configuration(fsid, libraries, folder, monitorPort, port))

  const env = {
    PATH: `${root}/usr/bin:${process.env.PATH}`,
    LD_LIBRARY_PATH: [libraries, join(libraries, 'ceph'), libraries.replace('/usr/lib/', '/lib/')].join(':'),
    PYTHONPATH: join(root, 'usr/lib/python3/dist-packages'),
    CEPH_CONF: config,
  }
  const tool = (name: string, ...args: string[]) => run(name, args, { env, timeout: 60_000 })
  const ceph = (...args: string[]) => tool('python3', join(root, 'usr/bin/ceph'), '--connect-timeout', '20', ...args)
  const daemon = (name: string, args: readonly string[], readiness: ProcessSpec['readiness']): Part =>
    partOf(`S3: ${name}`, () => ({
      ...boundToParent(name, ['-f', '-c', config, ...args]),
      env,
      readiness,
      graceMs: 5_000,
    }))
  const once = (asked: () => Promise<unknown>) => () => until(asked).then(() => ({ type: 'ready' }) as const)

  const map = join(folder, 'monmap')
  await tool('monmaptool', '--create', '--fsid', fsid, '--addv', 'a', `[v2:127.0.0.1:${monitorPort}]`, map)
  await tool('ceph-mon', '--mkfs', '-i', 'a', '--monmap', map)
  const storageId = randomUUID()
  const monitor = daemon(
    'ceph-mon',
    ['-i', 'a'],
    once(() => ceph('osd', 'new', storageId)),
  )
  await monitor.start()
  await tool('ceph-osd', '-i', '0', '--mkfs', '--osd-uuid', storageId)
  const isUp = async () => {
    const { stdout } = await ceph('osd', 'stat')
    if (!/ 1 up/.test(stdout)) throw new Error(stdout)
  }
  const storage = daemon('ceph-osd', ['-i', '0'], once(isUp))
  await storage.start()
  await tool(
    'radosgw-admin',
    'user',
    'create',
    '--uid=test',
    '--display-name=test',
    `--access-key=${caller.key}`,
    `--secret-key=${caller.secret}`,
  )
  // The gateway wants a file of keys, which it has no use for.
  await tool('ceph-authtool', '--create-keyring', join(folder, 'keyring'), '--gen-key', '-n', 'client.rgw')
  const gateway = daemon('radosgw', ['-n', 'client.rgw'], answering(port, '/'))
  await gateway.start()

  const endpoint = `http://127.0.0.1:${port}`
  return {
    endpoint,
    credentials: { AWS_ACCESS_KEY_ID: caller.key, AWS_SECRET_ACCESS_KEY: caller.secret, AWS_REGION: caller.region },
    gateway,
    parts: [monitor, storage, gateway],
    makeBucket: async (name) => {
      await signedCall('PUT', `${endpoint}/${name}`, caller)
    },
    put: async (bucket, name, text) => {
      await signedCall('PUT', `${endpoint}/${bucket}/${name}`, caller, text)
    },
    namesIn: async (bucket, prefix) => {
      const listed = await signedCall('GET', `${endpoint}/${bucket}?prefix=${encodeURIComponent(prefix)}`, caller)
      return [...listed.matchAll(/<Key>([^<]*)<[/]Key>/g)].map(([, name = '']) => name)
    },
    url: (bucket, prefix, through = endpoint) =>
      `s3://${bucket}/${prefix}?endpoint=${through}&region=${caller.region}&pathStyle=true`,
  }
}
