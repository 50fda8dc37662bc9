//! Derive of `quad_db::FromRow`: a struct with named fields is read from a row by the names of its columns.
//!
//! It is ours because the one of sqlx takes what the engine's decoder gives, and that of SQLite gives 0, or an empty text, for
//! NULL (sqlx 0.9.0, its issue 3221); PostgreSQL's refuses it. Each field is read by `quad_db::FromValue` here, which refuses.

use proc_macro::TokenStream;
use quote::quote;
use syn::{Data, DeriveInput, Error, Fields, parse_macro_input};

/// Reads each field from the column of its name.
#[proc_macro_derive(FromRow)]
pub fn from_row(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    let fields = match &input.data {
        Data::Struct(data) => match &data.fields {
            Fields::Named(fields) => &fields.named,
            _ => return refused(&input),
        },
        _ => return refused(&input),
    };
    let columns = fields.iter().filter_map(|field| {
        let column = field.ident.as_ref()?.to_string();
        let (column, of) = (column.trim_start_matches("r#"), &field.ty);
        Some(quote!((#column, <#of as ::quad_db::FromValue>::TYPE)))
    });
    let read = fields.iter().filter_map(|field| field.ident.as_ref()).map(|name| {
        let column = name.to_string();
        let column = column.trim_start_matches("r#");
        quote!(#name: row.get(#column)?)
    });
    let name = &input.ident;
    quote! {
        impl ::quad_db::FromRow for #name {
            const COLUMNS: &'static [(&'static str, ::quad_db::ColumnType)] = &[#(#columns),*];

            fn from_row(row: &::quad_db::Row) -> ::std::result::Result<Self, ::quad_db::DbError> {
                ::std::result::Result::Ok(Self { #(#read),* })
            }
        }
    }
    .into()
}

fn refused(input: &DeriveInput) -> TokenStream {
    Error::new_spanned(&input.ident, "a row is read into a struct with named fields").to_compile_error().into()
}
