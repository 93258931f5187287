import { useId, useState } from 'react'
import { Link } from 'react-router'
import type { ProductStatus } from '#contract/catalog/admin-products.ts'
import { productHref } from '#contract/catalog/product-url.ts'
import { ApiError } from '../../../../api/client.ts'
import { callSignedIn } from '../../../../session/call-signed-in.ts'
import { Button } from '../../../../ui/button.tsx'
import { TextField } from '../../../../ui/field.tsx'
import { formatPlannedTime, toIso } from '../../../kit/format-time.ts'
import { previewPath } from '../../../kit/list-href.ts'
import { UploadNotice } from '../../../kit/open-uploads.tsx'
import { StatusMessage, useAction } from '../../../kit/use-action.tsx'
import { useErrorFocus } from '../../../kit/use-error-focus.ts'
import { CopyLink } from '../../../shared/copy-link.tsx'
import { useProductCard, useReportEdit } from './product-card.tsx'

/** Whether shoppers see a product, with what changes it. */
export function StatusSection() {
  const { product, show, reload, isUploading } = useProductCard()
  const { _id: id, version, status, publishAt } = product
  const { busy, message, run } = useAction(reload)
  const [date, setDate] = useState('')
  const [dateError, setDateError] = useState<string>()
  const form = useErrorFocus(dateError)
  useReportEdit(date !== '')
  const changeDate = (value: string) => {
    setDate(value)
    setDateError(undefined)
  }
  const change = (newStatus: ProductStatus, publishing?: string) =>
    run(async () => {
      try {
        const body = { version, status: newStatus, ...(publishing !== undefined && { publishAt: toIso(publishing) }) }
        const reply = await callSignedIn('POST /products/:id/status', { params: { id }, body })
        changeDate('')
        show({ product: reply.product })
        return reply
      } catch (failure) {
        if (failure instanceof ApiError) setDateError(failure.fields.publishAt)
        throw failure
      }
    })
  const noticeId = useId()
  const publish = (publishing?: string) => {
    if (!isUploading) void change('on_sale', publishing)
  }
  const waiting = { 'aria-disabled': busy || isUploading, ...(isUploading && { 'aria-describedby': noticeId }) }
  const isOnSale = status === 'on_sale'
  const isArchived = status === 'archived'

  return (
    <>
      <p>
        {isOnSale && 'On sale'}
        {isArchived && 'Archived: shoppers do not see it. Its orders, stock and pictures are kept.'}
        {status === 'draft' && (publishAt ? `Draft: goes on sale on ${formatPlannedTime(publishAt)}.` : 'Draft: shoppers do not see it.')}
      </p>
      <div className="flex flex-wrap items-center gap-3">
        {!isOnSale && (
          <Button variant="ink" {...waiting} onClick={() => publish()}>
            {isArchived ? 'Restore' : 'Publish now'}
          </Button>
        )}
        {publishAt !== undefined && (
          <Button aria-disabled={busy} onClick={() => change('draft')}>
            Drop the date
          </Button>
        )}
        {!isArchived && (
          <Button aria-disabled={busy} onClick={() => change('archived')}>
            Archive
          </Button>
        )}
        {(isOnSale || isArchived) && (
          <Button aria-disabled={busy} onClick={() => change('draft')}>
            Make it a draft
          </Button>
        )}
        {isOnSale ? (
          <>
            <Link to={productHref(product)} className="link inline-flex min-h-11 items-center">
              Open in the shop
            </Link>
            <CopyLink link={productHref(product)} label="Copy link" />
          </>
        ) : (
          <Link to={`${previewPath}/${id}`} className="link inline-flex min-h-11 items-center">
            Preview
          </Link>
        )}
      </div>
      {!isOnSale && (
        <form
          ref={form}
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            publish(date)
          }}
          className="flex flex-wrap items-start gap-4"
        >
          <TextField
            label="Publishing date"
            type="datetime-local"
            hint="Indian time"
            value={date}
            onChange={({ target }) => changeDate(target.value)}
            error={dateError}
          />
          <Button type="submit" {...waiting} className="sm:mt-7">
            Publish on this date
          </Button>
        </form>
      )}
      <UploadNotice id={noticeId} isUploading={isUploading && !isOnSale} />
      <StatusMessage message={message} />
    </>
  )
}
