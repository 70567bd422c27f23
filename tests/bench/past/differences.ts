import { openReaderPool } from '#api/read-side/reader-pool.ts'
import { slowQueries } from '#api/read-side/slow-queries.ts'
import type { TeamId } from '#schemas/ids.ts'
import { comparedResources } from '#schemas/resources/differences.ts'
import { residentMegabytes } from '../process-cost.ts'

// node tests/bench/past/differences.ts FOLDER TEAM FROM TO: what a page of GET /api/diff between two positions costs, in the
// threads of slow queries, of a folder that main.ts has filled and a process that does nothing else.
const [folder = '', team = '', from = '', upTo = ''] = process.argv.slice(2)
const teamId = team as TeamId
const readers = openReaderPool(folder)
const history = slowQueries('history', readers.run)
const past = slowQueries('past', readers.run)
const scope = { teamId, clientId: null, siteIds: null }
const period = { teamId, from, upTo }

let own = 0
const watching = setInterval(() => {
  own = Math.max(own, residentMegabytes(process.pid).own)
}, 10)
const before = process.cpuUsage()
const changed = await history.changedRecords(period)
const page = await past.differences({ scope, ...changed, resources: comparedResources }, { limit: 50 })
const told = await history.withEntries({ scope, hidden: [] }, period, page.rows)
const { user, system } = process.cpuUsage(before)
clearInterval(watching)

const records = new Set(changed.stretches.flatMap(({ ids }) => Object.values(ids).flat())).size
const seconds = ((user + system) / 1e6).toFixed(1)
const { most } = residentMegabytes(process.pid)
process.stdout.write(
  `differences: ${told.length} of ${records} records in ${seconds} s of processor time, ${own} MB, ${most} MB with mapped files\n`,
)
await readers.close()
