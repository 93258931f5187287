import { settlementLimits } from '#contract/payments/settlements.ts'
import { sendForm } from '../../../orders/shared/send-form.ts'
import { FigureTabs } from '../../kit/admin-tabs.tsx'
import { CsvImportPage } from '../../kit/csv-import-page.tsx'
import { settlementsPath } from '../../kit/list-href.ts'

const ignoreProgress = () => {}

/** Records a file of settled payments and refunds, after a check that changes nothing. */
export const ImportSettlements = () => (
  <CsvImportPage
    title="Import settlements"
    tabs={<FigureTabs />}
    list={{ to: settlementsPath, label: 'All settlements' }}
    intro="The report of settled transactions from Razorpay's dashboard (Reports, Settlement Recon), as CSV or Excel, with amounts in rupees. What is there already stays as it is, and nothing is charged or refunded."
    maxLines={settlementLimits.lines}
    send={({ file, isCheck }) =>
      sendForm({ route: isCheck ? 'POST /settlements/check' : 'POST /settlements/import', values: { file }, onProgress: ignoreProgress })
    }
    columnHead="Row"
    describeLine={({ entityId, settlementId }) => [entityId, settlementId]}
  />
)
