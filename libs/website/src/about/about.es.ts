import type { AboutPages } from './about.js';

/** The same as in English. */
export const aboutInSpanish: AboutPages = {
  privacy: ({ contact }) => ({
    title: 'Privacidad',
    lead: 'Puede usar este sitio sin cuenta, y el sitio no le sigue.',
    blocks: [
      { heading: 'Lo que no hay', id: 'not-there' },
      {
        list: [
          'No hay cookies, ni se guarda en su navegador nada más que copias de páginas y archivos.',
          'No hay anuncios, ni contadores ajenos, ni nada de otros servidores, salvo que quien opera el sitio haya elegido un mapa de calles de uno de ellos.',
          'No hay registro de quién miró qué: las solicitudes no se registran.',
        ],
      },
      { heading: 'Lo que hay', id: 'there' },
      {
        list: [
          'La dirección de su conexión se guarda hasta una hora para contar solicitudes, y hasta un día si se envió un formulario o falló un inicio de sesión, para que nadie tome demasiado.',
          'Si pulsa “Cerca de mí”, su navegador le pregunta y después envía su posición con la búsqueda. No se guarda.',
          'Si pide una clave, se guarda con ella lo que escribió en el formulario, y la red desde la que la envió, sin el final de su dirección; unas personas deciden según ambas cosas. De una clave se cuenta, por hora y durante un año, cuántas veces se usó, no para qué.',
          'Si informa de un error o sugiere un negocio, se guarda lo que escribió, y su correo electrónico si lo dio: solo para contarle qué pasó. Se borra 180 días después de la decisión.',
          'Nuestros fallos se registran con un número de la solicitud, sin lo que pidió ni quién es usted.',
        ],
      },
      { heading: 'Lo que puede pedir', id: 'rights' },
      {
        paragraph: `Para ver, corregir o borrar lo que se guarda de usted, ${contact}. Un negocio de la lista puede corregirse o retirarse del mismo modo.`,
      },
    ],
  }),
  accessibility: ({ contact }) => ({
    title: 'Accesibilidad',
    lead: 'Este sitio es para todas las personas y pretende cumplir las WCAG 2.2, nivel AA.',
    blocks: [
      { heading: 'Lo que se hizo', id: 'done' },
      {
        list: [
          'Todo funciona sin JavaScript, con el teclado, con 320 píxeles de ancho y ampliado al doble.',
          'Sigue los ajustes de su dispositivo: claro u oscuro, y menos movimiento.',
          'Todo lo del mapa está también en una lista a su lado; sus marcas y grupos son enlaces.',
        ],
      },
      { heading: 'Lo que se probó', id: 'tested' },
      {
        list: [
          'Con cada cambio, axe-core revisa cada tipo de página en Chromium, en claro y oscuro, con 390 y 1.200 píxeles de ancho, sin hallazgos; se valida su HTML; y la búsqueda, los filtros, el mapa, el calendario y los formularios se usan con el teclado.',
          'Todavía no lo han probado personas que usan a diario un lector de pantalla.',
        ],
      },
      { heading: 'Lo que aún no está bien', id: 'limits' },
      {
        list: [
          'Los nombres de las categorías, y lo que los negocios dicen de sí mismos, están en el idioma en que se escribieron.',
          'Los nombres de lugares en el mapa son parte del dibujo. La lista a su lado tiene los mismos lugares como texto.',
        ],
      },
      { heading: 'Díganos', id: 'contact' },
      { paragraph: `Si algo le impide el acceso, ${contact}.` },
    ],
  }),
  credits: ({ sources }) => ({
    title: 'Datos y créditos',
    lead: 'De dónde viene lo que ve, y con qué licencia.',
    blocks: [
      {
        columns: ['Qué', 'De', 'Licencia'],
        rows: [
          ['Lagos', '© colaboradores de OpenStreetMap', 'ODbL 1.0'],
          ['Ríos', 'GSHHG (Wessel y Smith)', 'LGPL'],
          ['Ciudades en el mapa', '© GeoNames', 'CC BY 4.0'],
          ['Condados y estados', 'US Census Bureau', 'dominio público'],
          ['Iconos', 'Lucide', 'ISC'],
          ['El mapa que se mueve', 'MapLibre GL JS', 'BSD 3-Clause'],
        ],
      },
      ...(sources.length > 0
        ? [
            {
              paragraph:
                'Los negocios proceden de estas fuentes, cuyas licencias piden que se las nombre.',
            },
            { columns: ['Fuente', 'Licencia'], rows: sources },
          ]
        : []),
      {
        paragraph:
          'Los negocios, eventos y ofertas los introducen las personas que llevan este directorio. Cada página dice cuándo cambió por última vez.',
      },
    ],
  }),
};
