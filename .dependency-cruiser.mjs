/**
 * Who may import whom (docs/architecture.md). An allow-list: what no line allows is forbidden, so a new folder starts
 * with nothing. cli/checks/import-rules.ts runs it and proves that it reads modules and notices breaches.
 */

const own = (...folders) => `^(${folders.join('|')})`
const packages = '(^|/)node_modules/'
const builtIn = { dependencyTypes: ['core'] }

/** [who, what of ours, packages and Node's own modules too?] */
const table = [
  ['^projections/', own('projections/', 'schemas/'), 'outside'],
  ['^api/domain/', own('api/domain/', 'schemas/')],
  ['^api/event-store/', own('api/event-store/', 'schemas/'), 'outside'],
  ['^api/event-store/(handle-command|busy-streams)[.]ts$', own('api/domain/')],
  ['^api/adapters/', own('api/adapters/', 'schemas/'), 'outside'],
  ['^api/http/', own('api/http/', 'api/domain/', 'schemas/'), 'outside'],
  // What routes begin and workers finish after a crash.
  ['^api/bulk/', own('api/(bulk|domain|event-store)/', 'schemas/')],
  ['^api/imports/', own('api/(imports|adapters|domain|event-store)/', 'projections/', 'schemas/'), 'outside'],
  [
    '^api/routes/',
    own('api/(routes|bulk|imports|http|domain|event-store|adapters)/', 'projections/', 'schemas/'),
    'outside',
  ],
  ['^api/operations/', own('api/(?!routes/)', 'projections/', 'schemas/'), 'outside'],
  // main, app, env, projector: the files that put the API together.
  ['^api/[^/]+[.]ts$', own('api/', 'projections/', 'schemas/'), 'outside'],
  [
    '^workers/',
    own(
      'workers/',
      'api/(bulk|domain|event-store|adapters)/',
      'api/(env|operations/parent)[.]ts$',
      'projections/',
      'schemas/',
    ),
    'outside',
  ],
  // Every process that the supervisor starts reads the environment and tells it when it is ready.
  ['(^|/)main[.]ts$', own('api/env[.]ts$', 'api/operations/parent[.]ts$')],
  ['^cli/', own('cli/', 'schemas/'), 'outside'],
  ['^web/lib/', own('web/lib/', 'schemas/'), 'packages'],
  ['^web/components/', own('web/(components|lib)/', 'schemas/'), 'packages'],
  ['^web/features/', own('web/(components|lib)/', 'schemas/'), 'packages'],
  ['^web/routes/', own('web/', 'schemas/'), 'packages'],
  ['^web/[^/]+$', own('web/', 'schemas/'), 'packages'],
  ['^web/vite[.]config[.]ts$', own('web/'), 'outside'],
  ['^tests/', '', 'outside'],
  // The walks and the photographs need the browser that the installation found.
  ['^playwright[.]config[.]ts$', own('cli/install/'), 'outside'],
]

const allowed = table.flatMap(([from, to, reach]) => [
  { from: { path: from }, to: { path: to } },
  ...(reach === undefined ? [] : [{ from: { path: from }, to: { path: packages } }]),
  ...(reach === 'outside' ? [{ from: { path: from }, to: builtIn }] : []),
])

/** An outside system sits behind one file or folder. */
const onlyFrom = (name, importers, imported) => ({
  name,
  severity: 'error',
  from: { pathNot: importers },
  to: { path: `(^|/)node_modules/(${imported})/` },
})

export default {
  forbidden: [
    { name: 'no-circle', severity: 'error', from: {}, to: { circular: true } },
    { name: 'unresolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
    onlyFrom(
      'event-store-client-behind-its-port',
      '^(api/event-store/(eventstoredb[.]ts$|embedded/)|tests/)',
      '@eventstore|@grpc/grpc-js|google-protobuf',
    ),
    onlyFrom('images-in-the-renderer', '^(workers/renderer/|tests/)', 'sharp|@hyzyla/pdfium'),
    onlyFrom('mail-behind-its-adapters', '^(workers/adapters|tests)/', 'nodemailer'),
    onlyFrom('react-in-the-web-app', '^(web|tests)/', 'react|react-dom|@mantine|@tanstack|jotai'),
    onlyFrom('queues-in-the-workers', '^(workers|api/adapters|tests)/', 'bullmq'),
    onlyFrom('http-server-in-the-api', '^(api/(http|routes)/|api/(app|main)[.]ts$|tests/)', 'express|multer|helmet'),
  ],
  allowedSeverity: 'error',
  allowed: [
    { from: { path: '^schemas/' }, to: { path: '^schemas/|(^|/)node_modules/zod/' } },
    // A web feature knows itself, and no other feature.
    { from: { path: '^web/features/([^/]+)/' }, to: { path: '^web/features/$1/' } },
    ...allowed,
  ],
  options: {
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^tests/fixtures/' },
    // Without exportsFields it would find packages by `main` alone, and not find those that have none.
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] },
  },
}
