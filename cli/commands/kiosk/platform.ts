import { commandOf, printOne, printRows, rowsCommand } from '#cli/command.ts'
import { countTrials, listIndicators, listPlanCounts, showRevenue } from '#schemas/resources/performance-indicators.ts'
import { listLargestTeams, type Storage, showStorage } from '#schemas/resources/storage.ts'
import { listTraffic } from '#schemas/resources/traffic.ts'
import { humanReadableSize } from '#schemas/text/file-size.ts'

/** The figures of the metrics tab; the numbers of each day are those of `metrics show`. */
export const metrics = commandOf(
  {
    name: 'metrics',
    summary: 'Show revenue, subscribers of each plan and trials; --json prints the newest 60 days, too',
    examples: ['kiosk metrics', 'kiosk metrics --json'],
  },
  async (session) => {
    const server = session.server()
    const [{ data: revenue }, { data: plans }, { data: trialing }] = await Promise.all([
      server.call(showRevenue),
      server.call(listPlanCounts),
      server.call(countTrials),
    ])
    if (session.json) {
      const { data: indicators } = await server.call(listIndicators)
      return printOne(session, { revenue, plans, trialing, ...indicators })
    }
    printOne(session, {
      monthly_recurring_revenue: revenue.monthlyRecurringRevenue.toFixed(2),
      yearly_recurring_revenue: revenue.yearlyRecurringRevenue.toFixed(2),
      total_volume: revenue.totalVolume.toFixed(2),
      total_trial_users: plans.reduce((sum, plan) => sum + plan.trialing, trialing),
      trials_without_plan: trialing,
    })
    session.terminal.print('')
    printRows(session, { Plan: 'name', Interval: 'interval', Subscribers: 'count', Trialing: 'trialing' }, plans)
  },
)

const sizeOf = ({ bytes }: { bytes: number }): string => humanReadableSize(bytes)

const storageColumns = {
  Replica: 'replica',
  'Read models': ({ read_models }: Storage) => humanReadableSize(read_models),
  Free: ({ free }: Storage) => humanReadableSize(free),
  'Free for files': ({ content_free }: Storage) =>
    content_free === null ? 'in a bucket' : humanReadableSize(content_free),
} as const

export const storage = commandOf(
  {
    name: 'storage',
    summary: 'Show what the log and the read models take, what is free, the newest backup, and the largest teams',
    examples: ['kiosk storage', 'kiosk storage --json'],
  },
  async (session) => {
    const server = session.server()
    const { data: shown } = await server.call(showStorage)
    const { data: teams } = await server.call(listLargestTeams)
    if (session.json) return printOne(session, { ...shown, teams })
    const { events, read_models, free, content_free, newest_backup: backup } = shown
    printOne(session, {
      log: events === null ? 'in an EventStoreDB' : humanReadableSize(events),
      read_models: humanReadableSize(read_models),
      free: humanReadableSize(free),
      free_for_files: content_free === null ? 'in a bucket' : humanReadableSize(content_free),
      newest_backup: backup && `${backup.at}: ${backup.files} files, ${humanReadableSize(backup.bytes)}`,
    })
    if (shown.replicas.length > 1) {
      session.terminal.print('')
      printRows(session, storageColumns, shown.replicas)
    }
    if (teams.length === 0) return
    session.terminal.print('')
    printRows(session, { Team: 'name', 'Files and documents': 'files', Size: sizeOf, Id: 'id' }, teams)
  },
)

export const traffic = rowsCommand(
  {
    name: 'traffic',
    summary: 'Show events, the growth of the log, and what became of mails and texts, day by day for 30 days',
    examples: ['kiosk traffic', 'kiosk traffic --json'],
  },
  (server) => server.call(listTraffic),
  {
    Day: 'day',
    Events: 'events',
    'Log grew by': ({ log_bytes }) => humanReadableSize(log_bytes),
    'Mails sent': ({ mails }) => mails.sent,
    Refused: ({ mails }) => mails.refused,
    'Too old': ({ mails }) => mails['too-old'],
    'To nobody': ({ mails }) => mails.nobody,
    'Texts sent': ({ texts }) => texts.sent,
  },
)
