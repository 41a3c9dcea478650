import { CHANGES } from './changes.js';
import { deprecationTable, errorRows, type Facts } from './guide.en.js';
import type { Prose } from '../prose/prose.js';
import { snippets } from './snippets.js';

/** The same content as in English. */
export const guideInSpanish = ({
  origin,
  keyLimit,
  addressLimit,
  hasWebhooks,
  deprecations,
}: Facts): Prose => ({
  title: 'Para desarrolladores',
  lead: 'Los negocios, lugares, eventos y ofertas de este sitio, en JSON y sin costo. Solo necesita una clave.',
  blocks: [
    { heading: 'Operaciones', id: 'what' },
    {
      paragraph: `Todas las direcciones empiezan con \`${origin}/api/v1\`. Cada parámetro y campo está en la [referencia](/docs) (en inglés), donde puede probar solicitudes, y en el [documento OpenAPI](/openapi.json), del que se pueden generar clientes.`,
    },
    {
      columns: ['Operación', 'Devuelve'],
      rows: [
        [
          '`/export/businesses.ndjson`, `.parquet`',
          'todo el directorio en un archivo (NDJSON o GeoParquet), el mejor comienzo para una copia',
        ],
        ['`/changes`', 'los cambios posteriores a un cursor, para mantener una copia'],
        ['`/attributions`', 'los créditos que debe mostrar con los datos'],
        [
          '`/businesses`',
          'negocios por palabras (`q`), categoría, ciudad, condado, código postal, distancia a un punto, parte de un mapa u hora de apertura',
        ],
        ['`/businesses/{idOrSlug}`', 'un negocio'],
        ['`POST /businesses/match`', 'los negocios que describen las filas de una hoja de cálculo'],
        ['`/categories`', 'las categorías en árbol, con el número de sus negocios'],
        ['`/cities`, `/counties`, `/regions`', 'los lugares que tienen negocios'],
        ['`/events`, `/events/{idOrSlug}`', 'los eventos; con `.ics` para calendarios'],
        ['`/deals`, `/deals/{idOrSlug}`', 'las ofertas vigentes'],
        ['`/rate-limit`', 'cuánto queda de su límite; no cuenta como solicitud'],
      ],
    },
    { heading: 'Una primera solicitud', id: 'first-request' },
    {
      paragraph:
        '[Pida una clave](/es/developers/request): cuente qué está creando y una persona le responderá por correo. No ponga la clave en su código ni en direcciones; envíela en la cabecera `X-API-Key`.',
    },
    { code: snippets.key(), language: 'sh' },
    { code: snippets.curl(origin), language: 'sh', caption: 'Con curl' },
    {
      code: snippets.install(origin),
      language: 'sh',
      caption: 'Con el cliente para TypeScript y JavaScript (Node.js 20 o posterior, navegadores)',
    },
    { code: snippets.typeScript(origin), language: 'ts' },
    { code: snippets.python(origin), language: 'py', caption: 'Con Python 3' },
    { code: snippets.response(), language: 'json', caption: 'La respuesta' },
    {
      paragraph:
        'Todos los campos están siempre presentes, salvo `distance`, que requiere un punto; lo que no se sabe es `null`. Las horas son UTC. CORS admite cualquier origen, pero todos los visitantes de una página web pueden leer una clave que esté en ella: llame a la API desde su servidor.',
    },
    { heading: 'Límites', id: 'limits' },
    {
      paragraph: `Una clave permite ${keyLimit} solicitudes por hora, salvo que hayamos acordado otro límite. La hora empieza con la primera solicitud. Una dirección IP sin clave válida tiene ${addressLimit}.`,
    },
    {
      list: [
        '`X-RateLimit-Limit`, `X-RateLimit-Remaining` y `X-RateLimit-Reset` (segundos Unix) están en cada respuesta.',
        'Pasado el límite, la respuesta es 429 con `Retry-After`, en segundos. No cuenta como solicitud. Espere ese tiempo y continúe.',
        'Una página de una lista tiene como máximo 100 registros (`limit`), o 1,000 con `sort=updated`. Si los quiere todos, use la exportación.',
      ],
    },
    { heading: 'Errores', id: 'errors' },
    { code: snippets.failure(), language: 'json', caption: 'Un error' },
    {
      paragraph:
        'Use `code` para decidir, o el estado si no conoce el código. `message` es para personas y puede cambiar. Cite `requestId` cuando nos escriba. Un parámetro desconocido se rechaza, nunca se ignora. La API habla inglés:',
    },
    { columns: ['Estado', 'Código', 'Significado'], rows: errorRows, lang: 'en' },
    { heading: 'Mantener una copia', id: 'copy' },
    {
      paragraph:
        'Para todo el directorio, descargue `/export/businesses.ndjson` y continúe con `/changes` desde la cabecera `Changes-Cursor` del archivo. Cada cambio trae el registro actual o indica que se eliminó. Muestre los textos de `/attributions` con los datos.',
    },
    { code: snippets.mirror(origin), language: 'sh' },
    {
      paragraph:
        'El cliente hace ambas cosas. Ejecútelo cuando quiera: continúa donde terminó la última escritura, incluso después de una caída. `SqliteStore` guarda la copia en un archivo.',
    },
    { code: snippets.copy(origin), language: 'ts' },
    ...(hasWebhooks
      ? [
          {
            paragraph:
              'Su servidor no tiene que preguntar: registre una dirección `https://` en la página de estado de su solicitud de clave. Tras los cambios recibe un aviso sin datos, como mucho uno por minuto, firmado según [Standard Webhooks](https://www.standardwebhooks.com). Verifíquelo y lea `/changes`.',
          },
          { code: snippets.webhook(), language: 'ts' as const },
        ]
      : []),
    {
      paragraph:
        'Las respuestas tienen un `ETag`. Devuélvalo como `If-None-Match` y, mientras el directorio siga igual, la respuesta es 304 y vacía. Cuenta como solicitud de todos modos.',
    },
    { code: snippets.conditional(origin), language: 'sh' },
    { heading: 'OpenRefine', id: 'reconciliation' },
    {
      paragraph: `\`${origin}/api/v1/reconcile\` habla la W3C Reconciliation Service API 0.2: en OpenRefine, elija Reconcile → Start reconciling → Add standard service. Asigne columnas a \`street\`, \`city\`, \`postalCode\`, \`phone\` y \`website\`; los candidatos son los de \`/businesses/match\`. OpenRefine no puede enviar una clave, así que sus ${addressLimit} solicitudes por hora, cada una de hasta 25 filas, cuentan para su dirección IP. Otros clientes pueden enviar \`X-API-Key\`.`,
    },
    { code: snippets.reconcile(origin), language: 'sh' },
    { heading: 'Teselas de mapa', id: 'tiles' },
    {
      paragraph: `\`${origin}/tiles/businesses.json\` (TileJSON) describe teselas vectoriales para MapLibre, QGIS y otros mapas: grupos y, desde el zoom 12, negocios con nombre, categoría y si están abiertos. Las teselas aceptan los filtros de la lista y no requieren clave. Envíela si el uso es intenso.`,
    },
    { code: snippets.tiles(origin), language: 'ts', caption: 'En MapLibre' },
    { heading: 'Asistentes de IA', id: 'mcp' },
    {
      paragraph: `Los asistentes se conectan a \`${origin}/mcp\`, que habla Model Context Protocol (HTTP con streaming). Pueden buscar negocios, consultar uno y listar eventos, ofertas y categorías. La clave se envía en \`X-API-Key\` o como token bearer. Cada mensaje cuenta como una solicitud, también los pocos que abren una conversación.`,
    },
    { code: snippets.mcpInClaude(origin), language: 'sh', caption: 'En Claude Code' },
    {
      code: snippets.mcpInEditor(origin),
      language: 'json',
      caption: 'En un editor como VS Code (.vscode/mcp.json)',
    },
    {
      code: snippets.mcpInOpenAi(origin),
      language: 'json',
      caption: 'Para los modelos de ChatGPT (una entrada de tools en la Responses API de OpenAI)',
    },
    { heading: 'Versiones', id: 'versions' },
    {
      paragraph:
        'La versión está en la dirección: `v1`. Dentro de ella, lo que funciona sigue funcionando.',
    },
    {
      list: [
        'Pueden llegar en cualquier momento nuevas operaciones, parámetros opcionales, campos y códigos de error. Ignore lo que no conozca.',
        'Nada se quita, cambia de nombre o de significado. Lo que lo requiera será `v2`.',
        '`v1` vivirá al menos doce meses después de que exista `v2`. A quienes aún la usen se les avisará por correo.',
        'Un error que contradiga la referencia se corrige sin una nueva versión.',
      ],
    },
    { heading: 'Obsoleto', id: 'deprecated' },
    {
      paragraph:
        'Una operación que va a terminar lo dice en cada respuesta, con un año o más de antelación: `Deprecation` (RFC 9745), `Sunset` (RFC 8594) y `Link`. También lo dicen el [registro de cambios para programas](/es/developers/changelog.json) y su [canal](/es/developers/changelog.atom).',
    },
    deprecations.length === 0
      ? { paragraph: 'Hoy no hay nada obsoleto.' }
      : deprecationTable(['Operación', 'Desde', 'Termina', 'En su lugar'], deprecations),
    { heading: 'Cambios', id: 'changes' },
    { columns: ['Fecha', 'Cambio'], rows: CHANGES.map(({ date, es }) => [date, es]) },
  ],
});
