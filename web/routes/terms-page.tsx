import { Title } from '@mantine/core'
import { Brand } from '#web/components/brand.tsx'
import { TextLink } from '#web/components/links.tsx'
import { PageHeader } from '#web/components/page-header.tsx'
import { SchemeToggle } from '#web/components/scheme-toggle.tsx'
import { Shell } from '#web/components/shell.tsx'
import styles from '#web/routes/terms-page.module.css'

const sections: readonly [string, string][] = [
  [
    'The service',
    'Siteledger stores documents about clients, sites and visits for the team that you belong to, and shows them to the members of that team as far as their roles allow.',
  ],
  [
    'Your account',
    'You keep your password to yourself and tell us if someone else has got hold of it. You are responsible for what is done with your account. The owner of a team decides who belongs to it and what each member may see and do.',
  ],
  [
    'Your content',
    'What you upload stays yours. You make sure that you are allowed to store it and to share it with your team. We store it, make previews of it and back it up, and use it for nothing else.',
  ],
  [
    'Records and erasure',
    'Every change is recorded with who made it and when. Names, addresses and phone numbers of people are encrypted in this record, and can be erased for a person who asks for it. What is deleted can be restored for 30 days; after that its content is removed.',
  ],
  [
    'Plans and payment',
    'A new team may use everything for 10 days. After that the limits of the free plan apply. Plans with a price cannot be taken yet.',
  ],
  [
    'Fair use',
    'You do not use the service to break the law, to harm others, or to get around its limits and security. We may close accounts that do.',
  ],
  [
    'Liability',
    'We run the service with care, but cannot promise that it is always available. Keep copies of documents that the law obliges you to keep.',
  ],
  ['Changes', 'When these terms change, we announce it inside the product before the change takes effect.'],
]

/** The terms that users accept when they register (D-85). */
const TermsPage = () => (
  <Shell
    head={
      <>
        <TextLink to="/" underline="never" aria-label="Siteledger, to the start">
          <Brand />
        </TextLink>
        <span className={styles.gap} />
        <SchemeToggle />
      </>
    }
  >
    <article className={styles.terms}>
      <PageHeader title="Terms of service" />
      {sections.map(([title, text]) => (
        <section key={title}>
          <Title order={2}>{title}</Title>
          <p>{text}</p>
        </section>
      ))}
    </article>
  </Shell>
)

export default TermsPage
