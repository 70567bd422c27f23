import type { IconName } from '#web/components/icon.tsx'

/** The kinds of records that a team has. */
export type Kind = 'clients' | 'sites' | 'visits' | 'files' | 'documents' | 'categories'

/** How a kind is shown: its icon, its singular and plural, and the tab's label. */
export const kinds: Record<Kind, { icon: IconName; one: string; many: string; title: string }> = {
  clients: { icon: 'building', one: 'client', many: 'clients', title: 'Clients' },
  sites: { icon: 'pin', one: 'site', many: 'sites', title: 'Sites' },
  visits: { icon: 'calendar', one: 'visit', many: 'visits', title: 'Visits' },
  files: { icon: 'photo', one: 'file', many: 'files', title: 'Files' },
  documents: { icon: 'file', one: 'document', many: 'documents', title: 'Documents' },
  categories: { icon: 'tag', one: 'category', many: 'categories', title: 'Categories' },
}
