// The attacks of a hostile file in the renderer's place, as `node --eval`. It tells its parent what succeeded.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import { createRequire } from 'node:module'
import net from 'node:net'
import os from 'node:os'

const { root, secret, picture, folder, port, socket, victim, program } = JSON.parse(process.argv[1] ?? '')
const sharp = createRequire(`${root}package.json`)('sharp')

/** @param {import("node:net").NetConnectOpts} where */
const connect = (where) => once(net.connect(where), 'connect')
/** @param {string} command */
const start = async (command) => once(spawn(command, ['--version'], { stdio: 'ignore' }), 'spawn')

const attempts = {
  'connect to a port': () => connect({ port, host: '127.0.0.1' }),
  'connect to a socket': () => connect({ path: socket }),
  'listen on a port': () => once(net.createServer().listen(0, '127.0.0.1'), 'listening'),
  'read a secret': () => fs.readFileSync(secret),
  'read by native code': () => sharp(picture).metadata(),
  'list a folder': () => fs.readdirSync(folder),
  'read the environment of a process': () => fs.readFileSync(`/proc/${victim}/environ`),
  'create a file': () => fs.writeFileSync(`${folder}/created`, ''),
  'create a temporary file': () => fs.writeFileSync(`${os.tmpdir()}/siteledger-hostile`, ''),
  'create a file by native code': () =>
    sharp(Buffer.alloc(3), { raw: { width: 1, height: 1, channels: 3 } })
      .png()
      .toFile(`${folder}/drawn.png`),
  'create a folder': () => fs.mkdirSync(`${folder}/made`),
  'write a file': () => fs.appendFileSync(secret, 'x'),
  'write its own program': () => fs.appendFileSync(program, ''),
  'change a mode': () => fs.chmodSync(secret, 0o644),
  'remove a file': () => fs.rmSync(`${folder}/removable`),
  'start a program': () => start('/bin/sh'),
  'start itself': () => start(process.execPath),
  'signal a process': () => process.kill(victim, 0),
  'slow a process down': () => os.setPriority(victim, 1),
}

/** @type {string[]} */
const succeeded = []
/** @type {string[]} */
const refused = []
for (const [name, attempt] of Object.entries(attempts)) {
  try {
    await attempt()
    succeeded.push(name)
  } catch {
    refused.push(name)
  }
}
fs.writeSync(1, JSON.stringify({ succeeded, refused }))
process.exit()
