// `npm start` after the installation: checks, builds the web app, starts the processes in order, keeps them alive and
// stops them in order.
import { join } from 'node:path'
import { startServices } from '#cli/operations/start-services.ts'
import { print, printReady, supervise } from '#cli/operations/supervise.ts'
import { buildWeb } from '#cli/operations/web-build.ts'

supervise(async (family, env) => {
  // The web app is no secret: another account may start the same program later.
  const ownerOnly = process.umask(0o022)
  await buildWeb(join(import.meta.dirname, '../..'), print)
  process.umask(ownerOnly)
  await startServices(family, env, process.env, print)
  printReady(env)
})
