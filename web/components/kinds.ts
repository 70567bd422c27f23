import type { IconName } from '#web/components/icon.tsx'

/** The kinds of things that teams keep. */
export type Kind = 'clients' | 'sites' | 'visits' | 'files' | 'documents' | 'categories'

/** How a kind is shown: its drawing, one and many of it, and the tab's name. */
export const kinds: Record<Kind, { icon: IconName; one: string; many: string; title: string }> = {
  clients: { icon: 'building', one: 'client', many: 'clients', title: 'Clients' },
  sites: { icon: 'pin', one: 'site', many: 'sites', title: 'Sites' },
  visits: { icon: 'calendar', one: 'visit', many: 'visits', title: 'Visits' },
  files: { icon: 'photo', one: 'file', many: 'files', title: 'Files' },
  documents: { icon: 'file', one: 'document', many: 'documents', title: 'Documents' },
  categories: { icon: 'tag', one: 'category', many: 'categories', title: 'Categories' },
}
