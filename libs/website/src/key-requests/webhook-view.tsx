import type { WebhookDto } from '#libs/webhooks/src/webhook.dto.js';
import type { PageContext } from '../pages/page-context.js';

/** Webhook of a key, as the page shows it. */
export interface WebhookState {
  webhook?: WebhookDto;
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

/** Lets a developer register an address that is notified of changes. */
export function WebhookView({ page, path, state: { webhook, secret, refused } }: Properties) {
  const t = page.t.keyRequest.status.webhook;
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
      <form class="form" method="post" action={page.href(`${path}/webhook#webhook`)}>
        <div class="field">
          <label for="url">{t.url}</label>
          <p id="url-hint" class="quiet">
            {t.hint}
          </p>
          {refused !== undefined && (
            <p id="url-error" class="error" role="alert">
              {t.wrong}
            </p>
          )}
          <input
            id="url"
            name="url"
            type="text"
            inputMode="url"
            autocomplete="off"
            value={refused ?? ''}
            aria-describedby={refused === undefined ? 'url-hint' : 'url-hint url-error'}
            aria-invalid={refused === undefined ? undefined : 'true'}
          />
        </div>
        <button type="submit" class="primary">
          {webhook ? t.replace : t.register}
        </button>
      </form>
      {webhook && (
        <form class="actions" method="post" action={page.href(`${path}/webhook/remove`)}>
          <button type="submit">{t.remove}</button>
        </form>
      )}
    </section>
  );
}
