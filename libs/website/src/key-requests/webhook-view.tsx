import type { WebhookDto } from '#libs/webhooks/src/webhook.dto.js';
import type { Field } from '../forms/form.js';
import { FieldView } from '../forms/form-view.js';
import type { PageContext } from '../pages/page-context.js';

/** Webhook of a key, as the page shows it. */
export interface WebhookState {
  webhook?: WebhookDto;
  /** True if the key works, so that an address can be registered. */
  canRegister: boolean;
  /** Secret of the webhook that was just registered. */
  secret?: string;
  /** Address that could not be registered. */
  refused?: string;
}

interface Properties {
  page: PageContext;
  /** Path of the status page. */
  path: string;
  state: WebhookState;
}

const ADDRESS: Field = { name: 'url', keyboard: 'url' };

/** Lets a developer register an address that is notified of changes. */
export function WebhookView({ page, path, state }: Properties) {
  const t = page.t.keyRequest.status.webhook;
  const { webhook, canRegister, secret, refused } = state;
  const values = { url: refused ?? '' };
  const problems = refused === undefined ? [] : [{ field: 'url', message: () => t.wrong }];
  return (
    <section class="prose" id="webhook" aria-labelledby="webhook-title">
      <h2 id="webhook-title">{t.title}</h2>
      <p>{t.lead}</p>
      {webhook && (
        <p>
          <bdi>{webhook.url}</bdi> · {t.is[webhook.state]}
        </p>
      )}
      {webhook?.error && (
        <p class="note">
          {t.error} <bdi>{webhook.error}</bdi>
        </p>
      )}
      {secret && (
        <div role="status">
          <p>
            <strong>{t.secret}</strong>
          </p>
          <pre>
            <code>{secret}</code>
          </pre>
        </div>
      )}
      {canRegister && (
        <form class="form" method="post" action={page.href(`${path}/webhook#webhook`)}>
          <FieldView page={page} field={ADDRESS} texts={t} state={{ values, problems }} />
          <button type="submit" class="primary">
            {webhook ? t.replace : t.register}
          </button>
        </form>
      )}
      {webhook && (
        <form class="actions" method="post" action={page.href(`${path}/webhook/remove`)}>
          <button type="submit">{t.remove}</button>
        </form>
      )}
    </section>
  );
}
