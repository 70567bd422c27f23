// Fails when the first load of the dashboard, a page that people wait for every morning, outgrows its budget.
// Counts the compressed JavaScript of the entry, of which the dashboard is a part, with all that it imports statically.
// Fails, too, when anything but the charts of the kiosk loads the code of charts, when the page of a record is in many files,
// each of which takes a turn on a slow line, or when a tab of the dashboard needs a file that is not asked for beside the app.
import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'

const folder = new URL('../.build/web/', import.meta.url)
const budget = 176_000
const mostFiles = 6

const read = (path) => readFileSync(new URL(path, folder))
const manifest = JSON.parse(read('.vite/manifest.json').toString())

/** The chunk and all that it imports statically, by manifest key. */
const withImports = (key, found = new Set()) => {
  const chunk = manifest[key]
  if (!chunk) throw new Error(`${key} is not in the web build's manifest`)
  if (found.has(key)) return found
  found.add(key)
  for (const imported of chunk.imports ?? []) withImports(imported, found)
  return found
}

const filesOf = (key) => [...new Set([...withImports(key)].map((each) => manifest[each].file))]

const charts = 'features/kiosk/metrics/charts.tsx'
const isCharting = (key) => filesOf(key).some((file) => file.endsWith('.js') && read(file).includes('recharts-'))
const parts = Object.keys(manifest).filter((key) => manifest[key].isEntry || manifest[key].isDynamicEntry)
const charting = parts.filter(isCharting)
if (charting.join() !== charts) {
  console.error(`The code of charts is loaded by ${charting.join(', ') || 'nothing'}, and should be by ${charts} alone`)
  process.exitCode = 1
}

const files = filesOf('index.html')
for (const page of ['client', 'site', 'visit']) {
  const own = filesOf(`routes/${page}-page.tsx`).filter((file) => !files.includes(file))
  if (own.length > mostFiles) {
    console.error(`The page of a ${page} is in ${own.length} files, and should be in ${mostFiles}: ${own.join(', ')}`)
    process.exitCode = 1
  }
}

const html = read('index.html').toString()
const ahead = [...html.matchAll(/ data-\w+="([^"]*)"/g)].flatMap(([, names]) => names.slice(1).split(' /'))
for (const tab of ['sites', 'visits', 'files', 'documents']) {
  if (!manifest[`features/${tab}/${tab}-panel.tsx`]) continue
  console.error(`The tab of ${tab} is in a file of its own, which the page does not ask for ahead`)
  process.exitCode = 1
}
const late = Object.keys(manifest)
  .filter((key) => ahead.includes(manifest[key].file))
  .flatMap(filesOf)
  .filter((file) => !files.includes(file) && !ahead.includes(file))
if (ahead.length === 0 || late.length > 0) {
  console.error(`The dashboard's tabs need ${late.join(', ') || 'files'}, which the page does not ask for ahead`)
  process.exitCode = 1
}

const bytes = files.reduce((sum, file) => sum + gzipSync(read(file), { level: 9 }).length, 0)
const size = `${(bytes / 1000).toFixed(1)} kB of ${budget / 1000} kB compressed JavaScript in ${files.length} files`

if (bytes > budget) {
  console.error(`The first load of the dashboard is too big: ${size}`)
  process.exitCode = 1
} else {
  console.log(`First load of the dashboard: ${size}`)
}
