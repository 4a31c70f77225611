import type { DevelopersTexts } from './en.ts'

export const developersJa: DevelopersTexts = {
  title: '開発者向けAPI',
  description: 'ループ映像の検索、ライセンスの取得、ダウンロードを、ご自身のプログラムから行えます。',
  lead: '映像の検索、ライセンスの取得、ダウンロードを、ご自身のプログラムから行えます。HTTPとJSONでやり取りし、すべての呼び出しを一つの文書で定義しています。',
  document: 'OpenAPI 3.1の文書',
  documentLead: 'この文書から型付きのクライアントを生成できます。例：',
  contents: '呼び出し一覧',
  overview: '概要',
  find: '呼び出しを探す',
  found: '{count}件見つかりました',
  first: '最初のリクエスト',
  firstLead: 'アカウントは不要です。',
  copy: 'コピー',
  copied: 'コピーしました',
  copyFailed: '選択してコピーしてください',
  rules: '共通の決まり',
  rule: [
    {
      title: 'サインイン',
      text: '[GET /api/users/login](/developers/accounts#login)にBasic認証でメールアドレスとパスワードを送ると、`access_token`が返ります。ほかの呼び出しには`Authorization: Bearer`で渡します。プログラムにはアカウントのページで作る[キー](/developers/keys)が便利です。有効期間は`expires_in`秒で、[POST /api/users/refresh-token](/developers/accounts#refresh)で次のトークンを取得します。',
    },
    {
      title: 'リスト',
      text: 'リストには`offset`、`next_offset`、`total`があります。1ページは40件です（映像のリストはサイトの設定によります）。`next_offset`を次の`offset`に渡すと続きが得られ、最後のページではnullになります。',
    },
    {
      title: '値',
      text: '長さは秒、ビットレートはビット毎秒、日時はUTCのISO 8601形式です。画像と映像のアドレスはこのサイト内のパスです。映像の`id`は、ページ`/m/{id}`の番号と同じです。',
    },
    {
      title: 'エラー',
      text: 'エラーには`status`（大文字のコード）、開発者向けの`message`、`request_id`があります。`BAD_REQUEST`は問題のある項目を示します。`TOKEN_INVALID`のときはトークンを更新してください。429 `TOO_MANY_REQUESTS`と503では、`Retry-After`が再試行までの秒数です。405には`Allow`が付きます。',
    },
    {
      title: '回数の制限',
      text: '制限はIPアドレスごとに数えます。IPv6は64ビットのネットワーク単位です。個別の制限は各ページに記載しています。',
    },
  ],
  rooms: {
    clips: {
      title: '映像と検索',
      about: `\`q\`は英語または日本語で、最大200文字、有効なのは16語までです（引用符の中は8語、除外は4語まで）。\`"引用符"\`は文字どおり、\`-語\`は除外、\`a | b\`はどちらかを含むものを探します。すべてを満たす映像が先に並び、その数が\`exact_total\`です。10件に満たないときは近い映像がグループで続き、\`close\`が各グループの開始位置と欠けている語を示します。2語の場合、両方を含む映像が一つもないときだけ近い映像が出ます。

ほかのサイトに埋め込めるプレーヤー\`/embed/{id}?loop=&muted=\`と、フィード\`/feed.atom\`、\`/t/{category}/feed.atom\`もあります。\`/media/poster\`、\`/media/preview\`、\`/media/watermarked\`、\`/media/sheet\`以下の画像と映像は公開されていて変わることがなく、範囲指定で取得できます。

アドレスごとの制限：10秒間に、キャッシュにない検索80回、候補200回。`,
    },
    downloads: {
      title: 'ダウンロードとライセンス',
      about:
        '透かしのない映像には有料メンバーシップが必要です。リンクは300秒有効です。始まった転送は、権利がある間はその後も続きます（バケットが送る場合を除きます）。ダウンロードごとにライセンスが発行され、リンクが有効な間の同じ映像には同じライセンスが返ります。`/verify/{id}`がライセンスの公開ページです。',
    },
    accounts: {
      title: 'アカウント',
      about: `アクセストークンの有効期間は\`expires_in\`秒です。リフレッシュトークンは一度だけ使えます。10秒以内の再使用には同じ後継が返り、それより後の再使用ではセッションが終了します。更新が14日間ないとき、または60日が過ぎたときもセッションは終了します。

パスワードは8〜256文字で、ありふれたものは使えません。メールのリンクはトークンをフラグメントに含み、一度だけ使えます。サインインするとクッキー\`device_{user id}\`が設定され、ほかの場所での失敗によって使い慣れた端末が締め出されるのを防ぎます。クッキーを使わないクライアントに、ほかの不利益はありません。

制限：サインインの失敗はアカウントとアドレスごとに15分間で10回、アカウント全体で1日1,000回。サインイン中のパスワードの誤りは15分間で10回。サインインはアドレスごとに1分間で20回。登録はアドレスごとに1時間で30回（\`testerKey\`があれば200回）。確認メールはアカウントごとに1時間で3通、データの書き出しは5回。パスワード再設定メールの依頼はアドレスごとに1時間で10回。`,
    },
    factors: {
      title: '二段階認証',
      about:
        '二段階認証を設定したアカウントでは、パスワードだけではトークンは返らず、`challenge`が返ります。`passkey`はWebAuthnのオプションと、それに対するブラウザーの応答です。慎重さが必要な呼び出しは`PROOF_REQUIRED`、認証手段の変更は`FULL_PROOF_REQUIRED`を返します。スタジオは、認証手段を経ていないセッションに`FACTOR_REQUIRED`を、認証手段のないアカウントに`FACTOR_MISSING`を返します。コードの誤りはアカウントとアドレスごとに1時間で10回までです。',
    },
    keys: {
      title: 'プログラム用のキー',
      about: `プログラムは\`Authorization: Bearer ngr_…\`を送ります。キーでできるのは、その時点で持ち主に許されていることのうち、キーのスコープの範囲だけです。スコープは\`read\`と\`download\`、編集者と管理者には\`manage\`もあります。キーでアカウント、お支払い、キーの操作はできません。各呼び出しに必要なスコープを記載しており、足りないときは\`SCOPE_MISSING\`が返ります。

1つのキーにつき1分間に600回まで呼び出せます。残りの回数は\`RateLimit-Policy\`と\`RateLimit\`が示します（draft-ietf-httpapi-ratelimit-headers-11）。アドレスは記録に残るため、アドレスに含まれたキーは拒否され、失効します。誰でも読める情報は、ほかのサイトのスクリプトからもキーなしで読めます。`,
    },
    testers: { title: 'アーリーテスター', about: '' },
    billing: {
      title: 'お支払い',
      about:
        '金額は通貨の最小単位です。プランは`pro_monthly`と`pro_yearly`です。カードの支払いに失敗すると、7日間`past_due`がtrueになります。',
    },
    sets: {
      title: 'プロモーションとキュレーション',
      about:
        '`{id}`は名前を小文字にしてハイフンでつないだ1〜80文字です。`unguessable`は無作為な8文字を加えます。1つのセットには1〜200本の映像、説明は500文字までです。存在しない名前を30回試したアドレスには、その10分間の残り、429を返します。1時間に新しいセットは60件、変更は120回までです。変更の`added_ids`は末尾に加わり、`added`は新しく加わった数です。`disposition=inline`のリンクは再生用で、ライセンスは発行されません。',
    },
    boards: {
      title: '自分のコレクション',
      about:
        '誰でも自分だけのコレクションを200件まで持てます。1件に映像は500本まで、映像ごとのメモは500文字までです。`link`は、終了するまでほかの人に見せられるアドレス`/collections#link=…`の秘密の部分です。変更は1アカウントにつき1時間に1,200回までです。',
    },
    setup: {
      title: '最初の起動',
      about: '管理者がいない間、ほかの呼び出しは503 `SETTING_UP`を返します。',
    },
    overview: { title: 'スタジオ：概要', about: '' },
    library: {
      title: 'スタジオ：ライブラリ',
      about: '多数の映像の変更と取り込みはジョブとして実行され、元に戻せます。',
    },
    editor: {
      title: 'スタジオ：映像の編集',
      about: '変更には、見ていた`version`を添えます。古い場合は409 `VERSION_CONFLICT`が返ります。',
    },
    uploads: {
      title: 'スタジオ：アップロード',
      about: `ファイルは[tus 1.0.0](https://tus.io/protocols/resumable-upload)で\`/api/studio/uploads\`に送ります。\`Upload-Metadata\`には\`filename\`が必須で、\`folder\`、\`batch\`、\`sha256\`、\`replaces\`（差し替える映像のid）を加えられます。ファイルがすべて揃ったバッチは、1分間データが届かないときにも閉じます。表は、バッチを閉じる前に送ってください。処理済みの映像は後から届いた表を読みません。その場合は表を取り込んでください。

409 \`UPLOAD_MOVED\`：位置を問い合わせて続けてください。423 \`UPLOAD_LOCKED\`：もう一度お試しください。422 \`UPLOAD_DAMAGED\`：ファイルが3回壊れて届きました。`,
    },
    proposals: { title: 'スタジオ：文章の提案', about: '' },
    categories: { title: 'スタジオ：カテゴリー', about: '' },
    demand: { title: 'スタジオ：需要', about: '' },
    synonyms: { title: 'スタジオ：検索のルール', about: '' },
    members: { title: 'スタジオ：メンバー', about: '' },
    'tester-keys': { title: 'スタジオ：テスターのキー', about: '' },
    prices: { title: 'スタジオ：料金', about: '' },
    shop: { title: 'スタジオ：ショップ', about: '' },
    hooks: {
      title: 'スタジオ：Webhook',
      about:
        'イベントには[Standard Webhooks](https://www.standardwebhooks.com)の方式で署名します。詳しくは運用ガイドをご覧ください。',
    },
    log: { title: 'スタジオ：記録', about: '' },
    health: { title: 'スタジオ：状態の確認', about: '' },
  },
  englishCalls: '各呼び出しの説明とエラーの文は、文書と同じ英語で表示しています。',
  who: {
    anyone: 'どなたでも',
    member: 'メンバー',
    paid: '有料メンバー',
    editor: '編集者',
    admin: '管理者',
  },
  whoLabel: '対象',
  key: 'キーのスコープ',
  proof: '直前のパスワードまたは認証手段の確認が必要です',
  parameters: 'パラメーター',
  body: '本文',
  required: '必須',
  default: '既定値',
  request: 'リクエスト',
  answer: '応答',
  noContent: '本文なし',
  file: 'ファイル',
  redirect: '映像へ転送します',
  errors: 'エラー',
  schemas: 'データ',
}
