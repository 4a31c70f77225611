import { useStore } from '@nanostores/react'
import { ACCEPTED_ENDINGS } from '#domain/studio/uploads/upload-kinds.ts'
import { uploadsTexts } from '#i18n/studio/uploads/texts.ts'
import { pageLocale } from '#stores/page-locale.ts'
import { $notTaken, addNotTaken, closeNotTaken } from '#stores/uploads/not-taken.ts'
import type { FoundFile } from '#stores/uploads/read-drop.ts'
import { addFiles, isLitter } from '#stores/uploads/upload-queue.ts'
import { QuietButton } from '../../auth/buttons.tsx'
import { DropPlace } from '../../drop/DropPlace.tsx'
import { FileNotice } from './FileNotices.tsx'

/** Accepts files and folders, by drag or by choice. @param replaces the clip whose file is replaced */
export function DropZone({ replaces }: { replaces: number | undefined }) {
  const t = uploadsTexts(pageLocale())
  const notTaken = useStore($notTaken)

  function add(found: readonly FoundFile[]) {
    const meant = found.filter((one) => !isLitter(one))
    addNotTaken(addFiles(meant, replaces))
  }
  return (
    <>
      <DropPlace
        lead={replaces === undefined ? t.drop : t.dropReplace(replaces)}
        dropNow={t.dropNow}
        choose={t.choose}
        chooseFolder={replaces === undefined ? t.chooseFolder : undefined}
        accept={ACCEPTED_ENDINGS}
        onFiles={add}
      >
        {replaces === undefined ? t.formats : t.replaceLead}
      </DropPlace>
      <FileNotice
        title={t.notTaken}
        files={notTaken.map(({ name, folder, why }) => {
          const path = folder ? `${folder}/${name}` : name
          return { key: path, name: path, about: t.whyNot[why] }
        })}
      >
        <QuietButton onClick={closeNotTaken}>{t.dismiss}</QuietButton>
      </FileNotice>
    </>
  )
}
