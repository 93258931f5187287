import { Link } from 'react-router'
import { conversionDays, type ReportProblem, type ReportState } from '#contract/settings/purchase-reports.ts'
import { callSignedIn } from '../../../session/call-signed-in.ts'
import { downloadSignedIn } from '../../../session/download-signed-in.ts'
import { useRight } from '../../../session/use-right.ts'
import { DrawerLink } from '../../kit/drawer-link.tsx'
import { formatPlannedTime } from '../../kit/format-time.ts'
import { ordersPath } from '../../kit/list-href.ts'
import { Section } from '../../kit/section.tsx'
import { SmallButton } from '../../kit/small-button.tsx'
import { StatusMessage, useAction } from '../../kit/use-action.tsx'
import { useResource } from '../../kit/use-resource.ts'

const load = () => callSignedIn('GET /purchase-reports', {})

const states: Readonly<Record<ReportState, string>> = {
  waiting: 'will be tried again',
  sent: 'reported',
  refused: 'not reported',
  'too late': 'not reported',
  unknown: 'may be reported',
  'not sent': 'not reported',
}

/** What Meta was told about purchases, and the file that Google Ads imports. */
export function PurchaseReports() {
  const { data, error } = useResource({ id: 'purchase reports', load })
  const mayExport = useRight('exports')
  const { busy, message, run } = useAction()
  const download = (days: (typeof conversionDays)[number]) =>
    run(async () => {
      await downloadSignedIn({
        route: 'GET /purchase-reports/google',
        input: { query: { days } },
        fileName: `conversions-${days}-days.csv`,
      })
      return { message: '' }
    })
  return (
    <Section title="Purchases reported for advertisements">
      <p className="max-w-prose">
        The shop asks for it at checkout when “Purchases reported for advertisements” is on under{' '}
        <Link to="/AdminDashboardWrapper/settings/orders" className="link">
          Orders
        </Link>
        . Only purchases whose shoppers agreed are reported: when they are paid online, or delivered.
      </p>
      {error !== undefined && <p role="alert">{error}</p>}
      {data && <p>{`Meta, last 30 days: ${data.sent} reported, ${data.waiting} waiting.`}</p>}
      {data && data.problems.length > 0 && (
        <ul aria-label="Last problems" className="flex flex-col gap-2">
          {data.problems.map((problem) => (
            <li key={problem.orderId} className="wrap-anywhere">
              <Problem {...problem} />
            </li>
          ))}
        </ul>
      )}
      {mayExport && (
        <>
          <p className="max-w-prose">
            Google: a file of purchases that came by a Google advertisement, for “Goals”, “Conversions”, “Uploads” in Google Ads. The
            conversion action there must have the name Purchase. A purchase that is uploaded twice counts once.
          </p>
          <div className="flex flex-wrap gap-3">
            {conversionDays.map((days) => (
              <SmallButton key={days} aria-disabled={busy} onClick={() => download(days)}>
                {`Last ${days} days`}
              </SmallButton>
            ))}
          </div>
        </>
      )}
      <StatusMessage message={message} />
    </Section>
  )
}

function Problem({ orderId, orderNumber, state, problem, at }: ReportProblem) {
  return (
    <>
      <DrawerLink list={ordersPath} id={orderId} className="link">
        {orderNumber}
      </DrawerLink>
      {`, ${formatPlannedTime(at)}, ${states[state]}: ${problem}`}
    </>
  )
}
