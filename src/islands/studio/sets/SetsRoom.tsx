import { useState } from 'react'
import { collectionList, promotionList } from '#contract/sets/set-calls.ts'
import type { SetLine, SetList } from '#contract/sets/sets.ts'
import { builderTexts } from '#i18n/builder/texts.ts'
import { requestAs } from '#stores/auth/authorised.ts'
import { localizedLink, pageLocale } from '#stores/page-locale.ts'
import { lateDialog } from '../../account/late-dialog.tsx'
import { loadStyles } from '../../auth/load-styles.ts'
import dialogStyles from '../../auth/sign-in.css?url'
import { studioRoom } from '../studio-room.tsx'
import type { ChangeKind } from './ChangeDialog.tsx'
import { SetTable } from './SetTable.tsx'
import { useSetLists } from './use-set-lists.ts'

const DeleteSetDialog = lateDialog(async () => {
  const [module] = await Promise.all([import('../../account/DeleteSetDialog.tsx'), loadStyles(dialogStyles)])
  return module.DeleteSetDialog
})
const ChangeDialog = lateDialog(async () => {
  const [module] = await Promise.all([import('./ChangeDialog.tsx'), loadStyles(dialogStyles)])
  return module.ChangeDialog
})

/** All sets for the admin, with buttons that extend, end and delete them. */
export const SetsRoom = studioRoom('admin', Sets)

const listPromotions = (offset: number): Promise<SetList> => requestAs(promotionList, { offset })
const listCollections = (offset: number): Promise<SetList> => requestAs(collectionList, { offset })

function Sets() {
  const t = builderTexts(pageLocale()).admin
  const promotions = useSetLists(listPromotions)
  const collections = useSetLists(listCollections)
  const [change, setChange] = useState<{ kind: ChangeKind; line: SetLine }>()
  const [deleting, setDeleting] = useState<SetLine>()
  return (
    <div className="stack-6">
      <div className="panel-actions">
        <a className="button" href={localizedLink('/promo-make')}>
          {t.makePromotion}
        </a>
        <a className="button button-quiet" href={localizedLink('/curated-make')}>
          {t.makeCollection}
        </a>
      </div>
      <SetTable
        title={t.promotions}
        lists={promotions}
        onChange={(kind, line) => setChange({ kind, line })}
        onDelete={setDeleting}
      />
      <SetTable title={t.collections} lists={collections} onDelete={setDeleting} />
      {deleting && (
        <DeleteSetDialog
          line={deleting}
          onClose={() => setDeleting(undefined)}
          onDeleted={() => {
            const lists = deleting.kind === 'promotion' ? promotions : collections
            lists.remove(deleting)
            setDeleting(undefined)
          }}
        />
      )}
      {change && (
        <ChangeDialog
          {...change}
          onClose={() => setChange(undefined)}
          onChanged={(expiry) => {
            promotions.change(change.line, { expiry })
            setChange(undefined)
          }}
        />
      )}
    </div>
  )
}
