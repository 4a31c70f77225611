import type { HealthTexts } from './en.ts'

export const healthJa: HealthTexts = {
  again: 'もう一度確認する',
  checking: '確認しています…応答しないサービスがあると、30秒ほどかかります。',
  checked: '{time}に確認しました。',
  columns: { state: '状態', check: '項目', finding: '結果と対処' },
  states: { failed: '異常', warning: '注意', ok: '正常', skipped: '未確認' },
  counts: (failed, warning, ok, skipped) =>
    `異常${failed}件、注意${warning}件、正常${ok}件、未確認${skipped}件。`,
  checks: {
    settings: {
      name: '設定',
      ok: 'すべての設定を読み込めました。',
      advice: '設定できる値は.env.exampleをご覧ください。',
    },
    address: {
      name: '公開アドレス',
      ok: '{address}からTLSでこのサイトに届きます。証明書の期限は{endsAt}です。',
      advice: '名前がこのマシンを指しているか、ポートとファイアウォール、証明書の有効性を確認してください。',
    },
    proxy: {
      name: 'プロキシ',
      ok: 'サーバーには訪問者のアドレスが見えています（このマシンは{address}）。',
      advice: 'opsフォルダーの例とプロキシの設定を比べてください。',
    },
    database: {
      name: 'データベース',
      ok: '{engine} {version}が応答しています。',
      advice: 'データベースが動いているか、DATABASE_URLが正しいかを確認してください。',
    },
    migrations: {
      name: 'マイグレーション',
      ok: 'データベースは最新です。',
      advice: '「npm run nagare -- migrate」を実行してください。',
    },
    search: {
      name: '検索の索引',
      ok: '検索の索引は揃っていて、このリリースのものです。',
      advice: '「npm run nagare -- search reindex」を実行してください。',
    },
    shop: {
      name: 'ショップの設定',
      ok: 'ショップの最新の版が使われています。',
      advice: '「ショップ」の部屋でもう一度公開してください。',
    },
    storage: {
      name: 'ストレージ',
      ok: 'ファイルの書き込み、読み出し、部分読み出し、削除ができます。',
      advice: 'STORAGE_URL、空き容量、このユーザーまたはバケットのキーの権限を確認してください。',
    },
    films: {
      name: 'バケットからの映像',
      ok: 'バケットは映像を部分ごとに送り、{address}のページから読み込めます。',
      advice: 'ブラウザーからバケットに届くかを確認するか、MEDIA_DELIVERY=proxyにしてください。',
    },
    mail: {
      name: 'メール',
      ok: 'メールサーバーに接続し、ログインできました。メールは送っていません。',
      advice: 'SMTP_URLのホスト、ポート、ユーザー、パスワードを確認してください。',
    },
    stripe: {
      name: 'Stripe',
      ok: 'Stripeがキーを受け付けました（{mode}モード）。',
      advice: 'このマシンからapi.stripe.comに届くか、status.stripe.comに障害情報がないかを確認してください。',
    },
    prices: {
      name: '価格',
      ok: 'どのプランにも、有効な価格がStripeにあります。',
      advice: 'Stripeの価格を確認してください。',
    },
    webhooks: {
      name: 'Webhook',
      ok: 'Stripeの最後のイベントは{lastAt}に届きました。',
      advice: 'StripeのWebhookのページと、概要の「失敗した処理」を確認してください。',
    },
    clock: {
      name: '時計',
      ok: 'このマシンの時計は、ほかの時計と合っています。',
      advice: '「timedatectl set-ntp true」などでNTPを有効にしてください。',
    },
    tools: {
      name: 'ffmpeg',
      ok: 'ffmpegとffprobeが使えます。対応：{abilities}。',
      advice: '新しいffmpegを入れるか、FFMPEG_PATHとFFPROBE_PATHを設定してください。',
    },
    sandbox: {
      name: 'ffmpegの隔離',
      ok: 'ffmpegはネットワークに接続できません（{kind}）。',
      advice: 'bubblewrapを入れてください。',
    },
    space: {
      name: '空き容量',
      ok: '最も少ない{folder}の空きは{freeBytes}です。',
      advice: 'DATA_DIRとTMPDIRがあるかを確認してください。',
    },
    jobs: {
      name: 'バックグラウンド処理',
      ok: '予定の処理は滞りなく始まっています。概要の集計は{lastAt}です。',
      advice: 'サーバーとワーカーが動いているかを確認してください。',
    },
    failedJobs: {
      name: '失敗した処理',
      ok: '失敗した処理はありません。',
      advice: '概要の「失敗した処理」をご覧ください。',
    },
    backup: {
      name: 'バックアップ',
      ok: '最後のバックアップは{lastAt}です。',
      advice: '「npm run nagare -- backup」を実行すると、詳しい原因がわかります。',
    },
    proof: {
      name: '復元テスト',
      ok: '最後の復元テストは{lastAt}に成功しました。',
      advice: '「npm run nagare -- backup --prove」を実行すると、詳しい結果がわかります。',
    },
  },
  findings: {
    broke: '{error}。{advice}',
    late: '{seconds}秒以内に応答がありません。{advice}',
    waits: '先に「{check}」を直してください。',
    wrongSettings: '{problems}。{advice}',
    ownNetwork:
      '{address}はこのネットワークの中だけのアドレスです。SITE_URLに公開アドレスを設定してください。',
    redirects: '{address}は転送されます（{status}）。SITE_URLを転送先にするか、転送をやめてください。',
    anotherSite:
      '{address}は{status}を返しましたが、このサイトの応答ではありません。名前とプロキシの行き先、すべてのサーバーのMEDIA_KEYSとリリースが同じかを確認してください。',
    certificateEnds:
      '{address}の証明書の期限は{endsAt}です。更新し、自動更新が動かない原因を確認してください。',
    withoutTls:
      '{address}は暗号化されておらず、途中でパスワードを読まれるおそれがあります。証明書を用意し、SITE_URLをhttpsにしてください。',
    notForwarded:
      'TRUST_PROXYがonですが、X-Forwarded-Forが届かないため、訪問者全員が一つの制限を共有しています。プロキシから送るか、プロキシがなければTRUST_PROXYをoffにしてください。',
    forgeable:
      '訪問者がアドレスを偽って制限を逃れられます。プロキシでX-Forwarded-Forに追記するか、プロキシがなければTRUST_PROXYをoffにしてください。',
    proxyNotTrusted:
      'サーバーの前にプロキシがありますが、TRUST_PROXYがoffのため、訪問者全員が一つの制限を共有しています。TRUST_PROXY=onにしてください。',
    oldDatabase: '{engine} {version}は修正が提供されていません。{oldest}以降に更新してください。',
    pending: '未適用：{names}。{advice}',
    staleIndex:
      '索引が作り直されるまで、検索で見つかるクリップが減ります。サーバーがまもなく作り直します。{advice}',
    shopUnreadable: 'ショップの版{version}を読み込めないため、一つ前の版を使っています。{advice}',
    otherBytes:
      '書き込んだファイルが同じ内容で読み出せません。ディスクか、バケットの前にあるものを確認してください。',
    noRanges:
      'ファイルを部分ごとに読み出せないため、映像を再生できません。バケットの前にあるものを確認してください。',
    notDeleted: '削除したファイルが残っています：{key}。バケットのキーに削除の権限を与えてください。',
    sentByServer: '映像はこのサーバーから送るため、確認は要りません。',
    noCors:
      '{bucket}は{address}に映像の読み込みを許可していません。バケットのCORSルールに、Range付きのGETを追加してください。',
    mailsAreFiles: 'メールはDATA_DIR/outboxのファイルになり、誰にも届きません。SMTP_URLを設定してください。',
    paymentsOff: 'STRIPE_SECRET_KEYがないため、販売していません。',
    keyRefused:
      'Stripeがキーを拒否しました（{status}）。STRIPE_SECRET_KEYに、価格を読めるキーを設定してください。',
    testMode: 'テストモードのキーです。実際の支払いは行われません。',
    pricesLack:
      '次のプランには、販売できる有効な価格がStripeにありません：{plans}。同じルックアップキーで作成してください。',
    unhandled: 'Stripeのイベントが{sinceAt}から処理を待っています。{advice}',
    eventsLost: '最後のイベントは遅れて{lastAt}に届きました。Webhookが届いていません。{advice}',
    noEvents: 'この数週間、Stripeのイベントが届いていません。支払いがあった場合：{advice}',
    noSecret:
      'Webhookの署名シークレットがないため、通知を受け取れません。「料金」の「Stripeを設定」を押すか、STRIPE_WEBHOOK_SECRETSを設定してください。',
    webhookLacks:
      'このショップのアドレスに全イベントを送るWebhookがStripeにありません。「料金」の「Stripeを設定」を押してください。',
    clockOff:
      'このマシンの時計と{against}の時計が{seconds}秒ずれています。認証コード、リンク、Webhookが拒否されます。{advice}',
    oldTool: '{program}は{year}年のもので、セキュリティの修正がありません。{advice}',
    noSandbox:
      'ffmpegはネットワークに接続できる状態で、他人のファイルを読んでいます。{advice}コンテナーでは名前空間を許可してください。',
    full: '{folder}の空きは{freeBytes}だけです。書き込みに失敗します。すぐに空きを作ってください。',
    nearlyFull: '{folder}の空きは{freeBytes}だけです。早めに空きを作ってください。',
    nobodyWorks: '処理「{kind}」が{sinceAt}から待っていますが、誰も始めていません。{advice}',
    noServer: 'このデータベースでは、まだサーバーが動いていません。npm startで起動してください。',
    failing: '{failing}件が失敗して再試行中、{givenUp}件は中止されました。{advice}',
    noBackup: 'バックアップがありません。BACKUP_TARGETを設定すると、サーバーが毎日バックアップします。',
    oldBackup: '最後のバックアップは{lastAt}のもので、古くなっています。{advice}',
    damaged:
      '前回のバックアップで、データベースの破損が見つかりました。docs/guide.mdの手順で、最後の正常なバックアップから復元してください。',
    unproven: '最新のバックアップは復元テストに失敗しました。{advice}',
    failed: '前回のバックアップは失敗しました。{advice}',
    neverProven: 'この1か月、復元テストを行っていません。{advice}',
  },
}
