import { Printed } from '#web/components/printed.tsx'
import { type Code, sheetsOf } from '#web/features/sites/draw-codes.ts'
import styles from '#web/features/sites/site-codes.module.css'

/** Sheets of labels to cut out, each with a site's name and place, and a code that opens its files. */
const SiteCodes = ({ codes, onPrinted }: { codes: readonly Code[]; onPrinted: () => void }) => (
  <Printed className={styles.codes} onPrinted={onPrinted}>
    {sheetsOf(codes).map((sheet) => (
      <ul key={sheet[0]?.[0].id} className={styles.sheet}>
        {sheet.map(([{ id, name, postcode, client_name }, code]) => (
          <li key={id} className={styles.label}>
            <img src={code} alt={`QR code that opens the files of ${name}`} />
            <div>
              <p className={styles.name} dir="auto">
                {name}
              </p>
              <p className={styles.place} dir="auto">
                {[postcode, client_name].filter(Boolean).join(' · ')}
              </p>
            </div>
          </li>
        ))}
      </ul>
    ))}
  </Printed>
)

export default SiteCodes
