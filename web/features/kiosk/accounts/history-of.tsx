import type { ReactNode } from 'react'
import { type HistoryQuery, listHistory } from '#schemas/resources/history.ts'
import { HistoryList } from '#web/components/history/history-list.tsx'
import { PagedList } from '#web/components/paged-list.tsx'
import { Panel } from '#web/components/panel.tsx'
import { EmptyHint } from '#web/components/query-state.tsx'
import { listQuery } from '#web/lib/queries.ts'

type Props = {
  about: Partial<Pick<HistoryQuery, 'resource' | 'id' | 'actor' | 'team'>>
  /** Chooses between histories. */
  children?: ReactNode
}

/** The history of a user or a team, newest first. */
export const HistoryOf = ({ about, children }: Props) => (
  <Panel title="History" wide>
    {children}
    <PagedList
      key={JSON.stringify(about)}
      query={listQuery(listHistory, undefined, about)}
      nouns={['change', 'changes']}
      empty={<EmptyHint icon="history">Nothing has happened yet.</EmptyHint>}
    >
      {(entries) => <HistoryList entries={entries} />}
    </PagedList>
  </Panel>
)
