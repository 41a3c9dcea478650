import type { AboutPages } from './about.en.js';

/** The same content as in English. */
export const aboutInSpanish: AboutPages = {
  privacy: ({ contact }) => ({
    title: 'Privacidad',
    lead: 'Puede usar este sitio sin cuenta, y el sitio no le sigue.',
    blocks: [
      { heading: 'Lo que no hacemos', id: 'not-there' },
      {
        list: [
          'No hay cookies. Su navegador solo guarda copias de páginas y archivos, y la lista de negocios que usted guarde.',
          'No hay anuncios, ni analítica de terceros, ni nada de otros servidores, salvo que el operador del sitio haya elegido un mapa de calles alojado en otro lugar.',
          'No hay registro de quién miró qué: no registramos las visitas.',
        ],
      },
      { heading: 'Lo que guardamos', id: 'there' },
      {
        list: [
          'Guardamos su dirección IP hasta una hora para contar solicitudes, y hasta un día después de enviar un formulario o de un inicio de sesión fallido. Así evitamos abusos.',
          'Si pulsa «Cerca de mí», su navegador le pide permiso y después envía su ubicación con la búsqueda. No la guardamos.',
          'Si pide una clave, guardamos sus respuestas y la red desde la que las envió, sin el final de su dirección IP. Con ambas cosas deciden personas. Contamos cuántas veces se usa una clave, por hora y durante un año, pero no para qué.',
          'Si informa de un error o sugiere un negocio, guardamos lo que escribió, y su correo electrónico si lo dio, para contarle qué decidimos. Borramos ambos 180 días después de la decisión.',
          'Registramos nuestros fallos con un número de solicitud, pero no lo que pidió ni quién es usted.',
        ],
      },
      { heading: 'Sus derechos', id: 'rights' },
      {
        paragraph: `Para ver, corregir o borrar sus datos, ${contact}. Del mismo modo puede pedir que se corrija o retire un negocio.`,
      },
    ],
  }),
  accessibility: ({ contact }) => ({
    title: 'Accesibilidad',
    lead: 'Este sitio es para todas las personas. Queremos cumplir las WCAG 2.2, nivel AA.',
    blocks: [
      { heading: 'Lo que funciona', id: 'done' },
      {
        list: [
          'Todo funciona sin JavaScript, con el teclado, con 320 píxeles de ancho y ampliado al doble.',
          'Sigue los ajustes de su dispositivo: claro u oscuro, y menos movimiento.',
          'Todo lo del mapa está también en una lista a su lado; sus marcas y grupos son enlaces.',
        ],
      },
      { heading: 'Cómo lo probamos', id: 'tested' },
      {
        list: [
          'Con cada cambio, axe-core revisa cada tipo de página en Chromium, en claro y oscuro, con 390 y 1,200 píxeles de ancho, y no debe encontrar nada. También validamos el HTML y usamos con el teclado la búsqueda, los filtros, el mapa, el calendario y los formularios.',
          'Todavía no lo han probado personas que usan a diario un lector de pantalla.',
        ],
      },
      { heading: 'Límites conocidos', id: 'limits' },
      {
        list: [
          'Los nombres de las categorías y las descripciones de los negocios están en el idioma en que se escribieron.',
          'Los textos en somalí y hmong se tradujeron con ayuda de una máquina. Ningún hablante nativo los ha revisado todavía.',
          'Los nombres de lugares en el mapa son parte del dibujo. La lista a su lado tiene los mismos lugares como texto.',
        ],
      },
      { heading: 'Díganos', id: 'contact' },
      { paragraph: `Si algo le impide el acceso, ${contact}.` },
    ],
  }),
  credits: ({ sources }) => ({
    title: 'Datos y créditos',
    lead: 'De dónde vienen los datos y con qué licencia.',
    blocks: [
      {
        columns: ['Datos', 'Fuente', 'Licencia'],
        rows: [
          ['Lagos', '© colaboradores de OpenStreetMap', 'ODbL 1.0'],
          ['Ríos', 'GSHHG (Wessel y Smith)', 'LGPL'],
          ['Ciudades en el mapa', '© GeoNames', 'CC BY 4.0'],
          ['Condados y estados', 'US Census Bureau', 'dominio público'],
          ['Iconos', 'Lucide', 'ISC'],
          ['Tipografía de los títulos', 'National Park', 'OFL 1.1'],
          ['Mapa interactivo', 'MapLibre GL JS', 'BSD 3-Clause'],
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
          'Las personas que llevan este directorio introducen los negocios, eventos y ofertas. La página de cada negocio muestra cuándo se actualizó por última vez.',
      },
    ],
  }),
};
