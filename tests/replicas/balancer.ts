import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { boundToParent, findProgram } from '#cli/operations/redis.ts'
import { librariesIn, unpacked } from './debian.ts'
import { type Part, partOf } from './part.ts'
import { answering } from './ports.ts'

/**
 * As an installation of several replicas is set up. A check waits longer than a busy replica takes, two in a row take
 * it out, and what is under way there goes on: with a stricter check a busy fleet takes itself out.
 */
const configuration = (port: number, apis: readonly number[]): string => `
global
  maxconn 400
defaults
  mode http
  log stdout format raw local0
  option httplog
  option forwardfor
  timeout connect 5s
  timeout client 1h
  timeout server 1h
  timeout check 4s
frontend web
  bind 127.0.0.1:${port}
  monitor-uri /balancer
  default_backend replicas
backend replicas
  balance roundrobin
  option httpchk GET /ready
  http-check expect status 200
  default-server check inter 1s fall 2 rise 1
${apis.map((api, index) => `  server api-${index + 1} 127.0.0.1:${api}`).join('\n')}
`

/**
 * HAProxy in front of the APIs: in turn, and only those that are ready.
 * @throws {CannotBeHad}
 */
export const balancer = async (folder: string, port: number, apis: readonly number[]): Promise<Part> => {
  const installed = findProgram('haproxy')
  const root = installed === undefined ? await unpacked('haproxy') : '/'
  const program = installed ?? join(root, 'usr/sbin/haproxy')
  const file = join(folder, 'haproxy.cfg')
  writeFileSync(file, configuration(port, apis))
  const env = { PATH: process.env.PATH, LD_LIBRARY_PATH: await librariesIn(root) }
  return partOf('balancer', () => ({
    ...boundToParent(program, ['-db', '-f', file]),
    env,
    readiness: answering(port, '/balancer', 200),
    graceMs: 10_000,
  }))
}
